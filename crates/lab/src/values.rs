//! Static evaluations already made. The searches of a study meet the same positions again and again, and a value
//! depends on nothing but the position, so remembering it saves time and changes no count.

use guohe::types::{Key, Score};
use std::cell::RefCell;

/// Values by position, the newest of those that share a place.
pub struct Values(Vec<(Key, Option<Score>)>);

thread_local! {
    /// Those of the thread's searches so far.
    static VALUES: RefCell<Values> = RefCell::new(Values::new());
}

/// Does `work` with the values that the thread knows.
pub fn with<R>(work: impl FnOnce(&mut Values) -> R) -> R {
    VALUES.with_borrow_mut(work)
}

impl Values {
    /// Places: 64 MB.
    const PLACES: usize = 4 << 20;

    /// Knows nothing yet.
    fn new() -> Self {
        Self(vec![(Key::default(), None); Self::PLACES])
    }

    /// The value of the position of `key`, found by `evaluate` if it is not known.
    pub fn get(&mut self, key: Key, evaluate: impl FnOnce() -> Score) -> Score {
        // The other end of the key from where the tables look.
        let place = &mut self.0[(key.0 >> 40) as usize % Self::PLACES];
        match place {
            (known, Some(score)) if *known == key => *score,
            _ => {
                let score = evaluate();
                *place = (key, Some(score));
                score
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_once() {
        let mut values = Values::new();
        let (one, other) = (Key(7 << 40), Key(7 << 40 | 1));
        assert_eq!(values.get(one, || Score::new(5)), Score::new(5));
        assert_eq!(values.get(one, || unreachable!("it is known")), Score::new(5));
        assert_eq!(values.get(other, || Score::new(6)), Score::new(6));
        assert_eq!(values.get(one, || Score::new(5)), Score::new(5));
    }
}
