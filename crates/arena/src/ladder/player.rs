//! Who stands on the ladder, and how a name on the command line, in a match file and in a table becomes one.

use guohe::search::Level;
use std::fmt;
use std::str::FromStr;

/// A player of the ladder. The order is that of a table: anchors first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Any legal move.
    Random,
    /// Takes the most valuable piece that it can, whatever comes after.
    Taker,
    /// fairy-stockfish with its own option `Skill Level`.
    Fairy(i8),
    /// guohe at a level.
    Level(u8),
}

/// Skill levels that fairy-stockfish has.
const FAIRY_SKILLS: std::ops::RangeInclusive<i8> = -20..=20;

/// A name that is nobody's, or two that make no pairing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadName {
    /// Nobody's name.
    Player(String),
    /// Not two different players.
    Pairing,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(name) => {
                write!(
                    f,
                    "'{name}' is no player: random, taker, a level from 0 to {}, fairy-20 to fairy20",
                    Level::FULL
                )
            }
            Self::Pairing => write!(f, "a pairing is two different players with a colon between them, as 5:4"),
        }
    }
}

impl std::error::Error for BadName {}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Taker => f.write_str("taker"),
            Self::Fairy(skill) => write!(f, "fairy{skill}"),
            Self::Level(level) => write!(f, "{level}"),
        }
    }
}

impl FromStr for Player {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let found = match text {
            "random" => Some(Self::Random),
            "taker" => Some(Self::Taker),
            _ => match text.strip_prefix("fairy") {
                Some(skill) => skill.parse().ok().filter(|skill| FAIRY_SKILLS.contains(skill)).map(Self::Fairy),
                None => text.parse().ok().filter(|&level| level <= Level::FULL).map(Self::Level),
            },
        };
        found.ok_or_else(|| BadName::Player(text.to_owned()))
    }
}

/// Two players, the one expected to be stronger first, as `12:11` or `0:random`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing(pub Player, pub Player);

impl FromStr for Pairing {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let (one, other) = text.split_once(':').ok_or(BadName::Pairing)?;
        let pairing = Self(one.parse()?, other.parse()?);
        if pairing.0 == pairing.1 { Err(BadName::Pairing) } else { Ok(pairing) }
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.0, self.1)
    }
}

impl Pairing {
    /// Whether fairy-stockfish plays.
    pub fn has_fairy(&self) -> bool {
        [self.0, self.1].iter().any(|player| matches!(player, Player::Fairy(_)))
    }

    /// The whole ladder from the foot up: the anchors, then each level against the one below.
    pub fn ladder() -> Vec<Self> {
        let anchors =
            [(Player::Taker, Player::Random), (Player::Level(0), Player::Random), (Player::Level(0), Player::Taker)];
        let steps = (1..=Level::FULL).map(|level| (Player::Level(level), Player::Level(level - 1)));
        anchors.into_iter().chain(steps).map(|(one, other)| Self(one, other)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for pairing in Pairing::ladder() {
            assert_eq!(pairing.to_string().parse(), Ok(pairing));
        }
        assert_eq!("3:fairy-9".parse(), Ok(Pairing(Player::Level(3), Player::Fairy(-9))));
        for text in ["", "3", "21:20", "3:3", "fairy21:3", "fairy:3", "-1:0", "3:4:5", "Random:0"] {
            assert!(text.parse::<Pairing>().is_err(), "{text}");
        }
        for text in ["5-4", "3:3"] {
            assert_eq!(text.parse::<Pairing>(), Err(BadName::Pairing));
        }
        assert_eq!(Pairing::ladder().len(), 23);
    }
}
