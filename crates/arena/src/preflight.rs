//! What is looked at before the first game: whether engines greet and take their options, and whether their threads
//! find processors.

use super::pairing::Pairings;
use super::player::{Fault, Player};
use super::spec::EngineSpec;
use super::talk::Talk;
use anyhow::Context;
use guohe_common::say::remark;

/// Starts an engine once, before any file is written: it has to greet, and its options are held against the command
/// line. Its protocol is known then. Returns what it says it is.
///
/// With `leaves_options_out`, options that the engine does not announce, or not with these values, are removed from
/// `spec` with a warning.
///
/// # Errors
/// When it cannot be started, does not greet, does not announce an option or its value, or complains of its file.
pub fn greet(spec: &mut EngineSpec, leaves_options_out: bool, talk: Option<&Talk>) -> anyhow::Result<String> {
    let mut started = Player::start(spec, talk);
    if let (Err(Fault::Options(objections)), true) = (&started, leaves_options_out) {
        for objection in objections {
            remark!("warning: {}: {}; the option is left out", spec.name, objection.text);
        }
        spec.options.retain(|setting| !objections.iter().any(|objection| objection.setting == *setting));
        started = Player::start(spec, talk);
    }
    let player = started.with_context(|| format!("starting engine {}", spec.name))?;
    let id = if player.id().is_empty() { "it does not say what it is" } else { player.id() };
    remark!("{}: {id} ({})", spec.name, player.dialect().name());
    for complaint in player.complaints()? {
        remark!("warning: {}: {complaint}", spec.name);
    }
    spec.proto = Some(player.dialect());
    Ok(player.id().to_owned())
}

/// Threads of one game that search at the same time, in the pairing with the most.
pub fn threads_per_game(specs: &[EngineSpec], pairings: &Pairings) -> usize {
    let in_game = |pairing: &[usize; 2]| {
        let [first, second] = pairing.map(|engine| &specs[engine]);
        let (one, other) = (first.threads(), second.threads());
        // One of two engines searches, unless the other ponders.
        if first.ponder || second.ponder { one + other } else { one.max(other) }
    };
    pairings.list().iter().map(in_game).max().unwrap_or(1)
}

/// A warning when more threads will search at a time than there are processors.
pub fn too_many_threads(threads: usize) -> Option<String> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (threads > cores)
        .then(|| format!("{threads} threads will search at a time on {cores} cores: measured times mean little"))
}

#[cfg(test)]
mod tests {
    use super::super::pairing::Tournament;
    use super::super::record::tests::header;
    use super::*;

    #[test]
    fn threads_are_counted_for_the_pairing_with_the_most() {
        let of = |threads: &str, ponder| {
            let options = vec![("Threads".to_owned(), threads.to_owned())];
            EngineSpec { options, ponder, ..header().engines.swap_remove(0) }
        };
        let count = |specs: &[EngineSpec]| {
            let pairings = Pairings::new(Tournament::RoundRobin, specs.len(), 2);
            threads_per_game(specs, &pairings)
        };
        assert_eq!(count(&header().engines), 1);
        assert_eq!(count(&[of("2", false), of("3", false)]), 3);
        assert_eq!(count(&[of("2", false), of("3", true)]), 5);
        assert_eq!(count(&[of("4", false), of("1", false), of("1", true)]), 5);
        assert!(too_many_threads(1).is_none() && too_many_threads(1 << 20).is_some());
    }
}
