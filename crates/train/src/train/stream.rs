//! The samples of each pass, drawn when their turn comes: up to a million games at a time with fresh lessons beside
//! them.

use super::data::{Position, seed_of, shuffle};
use super::fit::Samples;
use super::games::{self, Td};
use super::lessons::{Lessons, Teacher};
use crate::datagen::Game;
use anyhow::ensure;
use guohe_common::interrupt;
use rayon::prelude::*;

/// Games of a portion, at most. Their positions are shuffled together, so those of one game, which have one result,
/// come far apart: in a small portion a network learns the results by heart.
const PORTION: usize = 1 << 20;

/// The samples that come from games.
pub struct Stream<'a> {
    /// Games to learn from.
    pub games: &'a [Game],
    /// Games from which lessons alone are drawn.
    pub known: &'a [Game],
    /// Lessons beside both.
    pub lessons: Option<Lessons>,
    /// The targets.
    pub td: Td,
    /// Seed of the order and of the lessons.
    pub seed: u64,
    /// Threads; the samples do not depend on their number.
    pub threads: usize,
}

impl Stream<'_> {
    /// All games.
    fn count(&self) -> usize {
        self.games.len() + self.known.len()
    }

    /// The samples of the games at `indices`; the known games follow those to learn from.
    fn samples(&self, pass: u64, indices: &[u32]) -> anyhow::Result<Vec<Position>> {
        let mut teacher = self.lessons.as_ref().map(Teacher::new);
        let mut samples = Vec::new();
        for &index in indices {
            ensure!(!interrupt::is_asked(), "interrupted");
            let index = index as usize;
            let is_known = index >= self.games.len();
            let game = if is_known { &self.known[index - self.games.len()] } else { &self.games[index] };
            let positions = games::positions(game, self.td)?;
            if let Some(teacher) = &mut teacher {
                teacher.teach(game, positions.len(), seed_of(self.seed, &[pass, index as u64]), &mut samples)?;
            }
            if !is_known {
                samples.extend(positions);
            }
        }
        Ok(samples)
    }
}

impl Samples for Stream<'_> {
    fn portions(&self) -> usize {
        self.count().div_ceil(PORTION)
    }

    fn portion(&self, pass: u64, index: usize) -> anyhow::Result<Vec<Position>> {
        let mut order: Vec<u32> = (0..self.count() as u32).collect();
        shuffle(&mut order, seed_of(self.seed, &[pass]));
        let size = order.len().div_ceil(self.portions());
        let order = order.chunks(size).nth(index).unwrap_or_default();
        let part = order.len().div_ceil(self.threads).max(1);
        let parts: Vec<Vec<Position>> =
            order.par_chunks(part).map(|part| self.samples(pass, part)).collect::<anyhow::Result<_>>()?;
        // Room is made once: a list that grows would need twice the memory.
        let mut samples = Vec::with_capacity(parts.iter().map(Vec::len).sum());
        parts.into_iter().for_each(|part| samples.extend(part));
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::Ply;
    use guohe::eval::nnue;
    use guohe::game::{Outcome, Reason};

    fn stream<'a>(
        games: &'a [Game],
        known: &'a [Game],
        lessons: Option<Lessons>,
        seed: u64,
        threads: usize,
    ) -> Stream<'a> {
        Stream { games, known, lessons, td: Td { lambda: 0.0, scale: 300.0 }, seed, threads }
    }

    /// A game of ten moves by two rooks. The positions before the last two are learnt from.
    fn game(score: i16) -> Game {
        let moves = ["a0a1", "i9i8", "a1b1", "i8h8", "b1c1", "h8g8", "c1d1", "g8f8", "d1d2", "f8f7"];
        let ply = |text: &str| Ply { mv: text.parse().unwrap(), score };
        Game {
            start: None,
            opening: vec![],
            plies: moves.into_iter().map(ply).collect(),
            outcome: Outcome::draw(Reason::NaturalLimit),
            played_out: false,
        }
    }

    fn lessons() -> Lessons {
        Lessons { per_position: 3.0, teacher: nnue::embedded(), unit: 1.0, nodes: None }
    }

    fn sorted(samples: &[Position]) -> Vec<String> {
        let mut sorted: Vec<_> = samples.iter().map(|sample| format!("{sample:?}")).collect();
        sorted.sort();
        sorted
    }

    #[test]
    fn lessons_are_drawn_anew_each_pass_and_by_the_seed_alone() {
        let games: Vec<Game> = (0..40).map(game).collect();
        let drawn = |threads, seed, pass| {
            let samples = stream(&games, &[], Some(lessons()), seed, threads).portion(pass, 0).unwrap();
            samples.into_iter().partition::<Vec<_>, _>(|sample| sample.target.is_lesson())
        };
        let (lessons, positions) = drawn(1, 1, 0);
        assert_eq!(positions.len(), 80);
        assert!((150..=240).contains(&lessons.len()), "{}", lessons.len());
        assert_eq!(drawn(3, 1, 0), (lessons.clone(), positions.clone()), "threads make no difference");
        for (seed, pass) in [(1, 1), (2, 0)] {
            let other = drawn(1, seed, pass);
            assert_eq!(sorted(&other.1), sorted(&positions), "each pass has all positions of the games");
            assert_ne!(sorted(&other.0), sorted(&lessons));
        }
    }

    #[test]
    fn known_games_give_lessons_alone() {
        let games: Vec<Game> = (0..40).map(game).collect();
        let (new, known) = games.split_at(10);
        let samples = |games, known| stream(games, known, Some(lessons()), 1, 2).portion(0, 0).unwrap();
        let (lessons, positions): (Vec<_>, Vec<_>) =
            samples(new, known).into_iter().partition(|sample| sample.target.is_lesson());
        assert_eq!(positions.len(), 20);
        let (all, _): (Vec<_>, Vec<_>) = samples(&games, &[]).into_iter().partition(|sample| sample.target.is_lesson());
        assert_eq!(sorted(&lessons), sorted(&all), "the same lessons as beside games to learn from");
    }

    #[test]
    fn without_lessons_the_games_alone_are_learnt() {
        let games: Vec<Game> = (0..4).map(game).collect();
        let samples = stream(&games, &[], None, 1, 2).portion(0, 0).unwrap();
        assert!(samples.len() == 8 && samples.iter().all(|sample| !sample.target.is_lesson()));
    }
}
