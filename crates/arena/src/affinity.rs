//! Which processors the engines of a game run on: games at a time that share no core disturb each other less. Linux
//! only.
//!
//! A thread that plays a game is bound, and the processes that it starts inherit that.

use anyhow::{Context, ensure};
use guohe_common::say::counted;

/// Processors for each game at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Affinity {
    groups: Vec<Vec<usize>>,
}

impl Affinity {
    /// Shares processors out to `games` games at a time with `each` threads: those of `list`, as in `0-3,8`, or all
    /// that this process may use.
    ///
    /// # Errors
    /// When there are too few, the list cannot be read, or the system is not Linux.
    pub fn new(list: Option<&str>, games: usize, each: usize) -> anyhow::Result<Self> {
        let usable = system::usable()?;
        let wanted = match list {
            Some(list) => parse(list).with_context(|| format!("'{list}' lists no processors, as 0-3,8 does"))?,
            None => usable.clone(),
        };
        if let Some(absent) = wanted.iter().find(|cpu| !usable.contains(cpu)) {
            anyhow::bail!("processor {absent} cannot be used here");
        }
        let sorted = by_core(wanted, system::siblings);
        ensure!(
            games * each <= sorted.len(),
            "{games} games at a time with {} each need {} processors of their own, and there are {}",
            counted(each as u64, "thread"),
            games * each,
            sorted.len()
        );
        Ok(Self { groups: sorted.chunks(each).take(games).map(<[usize]>::to_vec).collect() })
    }

    /// Binds the calling thread, and with it what it starts, to the processors of game `slot` at a time.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn bind(&self, slot: usize) -> anyhow::Result<()> {
        let cpus = self.groups.get(slot).map_or(&[][..], Vec::as_slice);
        system::bind(cpus).with_context(|| format!("binding a game to processors {cpus:?}"))
    }
}

/// Numbers and ranges with commas between them, each number once.
fn parse(list: &str) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        // More than any system has.
        if first > last || last >= 1 << 16 {
            return None;
        }
        found.extend(first..=last);
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// One processor of each core, then the second ones: two threads of a core share it.
fn by_core(cpus: Vec<usize>, siblings: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let earlier = |cpu: usize| siblings(cpu).iter().filter(|&&other| other < cpu && cpus.contains(&other)).count();
    let mut ordered = cpus.clone();
    ordered.sort_by_cached_key(|&cpu| (earlier(cpu), cpu));
    ordered
}

#[cfg(target_os = "linux")]
mod system {
    use anyhow::Context;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// Processors that this process may use.
    pub fn usable() -> anyhow::Result<Vec<usize>> {
        let set = sched_getaffinity(None).context("asking which processors may be used")?;
        Ok((0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect())
    }

    /// The processors of the core to which `cpu` belongs; where the system does not tell, it stands alone.
    pub fn siblings(cpu: usize) -> Vec<usize> {
        let file = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
        let text = std::fs::read_to_string(file).unwrap_or_default();
        super::parse(text.trim()).unwrap_or_else(|| vec![cpu])
    }

    pub fn bind(cpus: &[usize]) -> anyhow::Result<()> {
        let mut set = CpuSet::new();
        cpus.iter().filter(|&&cpu| cpu < CpuSet::MAX_CPU).for_each(|&cpu| set.set(cpu));
        Ok(sched_setaffinity(None, &set)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub fn usable() -> anyhow::Result<Vec<usize>> {
        anyhow::bail!("games are bound to processors on Linux only")
    }

    pub fn siblings(cpu: usize) -> Vec<usize> {
        vec![cpu]
    }

    pub fn bind(_: &[usize]) -> anyhow::Result<()> {
        usable().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(parse("3,0-1,1"), Some(vec![0, 1, 3]));
        for text in ["", "x", "3-1", "1,", "-1", "0-99999999999", "0-100000"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_core_comes_once_before_one_comes_twice() {
        assert_eq!(by_core(vec![0, 1, 2, 3], |cpu| vec![cpu / 2 * 2, cpu / 2 * 2 + 1]), [0, 2, 1, 3]);
        assert_eq!(by_core(vec![2, 1, 0], |cpu| vec![cpu]), [0, 1, 2]);
        // Processor 1, the other one of the core of 5, may not be used.
        assert_eq!(by_core(vec![0, 4, 5], |cpu| vec![cpu % 4, cpu % 4 + 4]), [0, 5, 4]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_bound_thread_stays_where_it_was_put() {
        let all = system::usable().unwrap();
        assert!(Affinity::new(None, all.len() + 1, 1).is_err());
        let affinity = Affinity::new(None, all.len(), 1).unwrap();
        let mut bound = Vec::new();
        for slot in 0..all.len() {
            let one = std::thread::scope(|scope| {
                scope.spawn(|| affinity.bind(slot).and_then(|()| system::usable())).join().unwrap().unwrap()
            });
            assert_eq!(one.len(), 1);
            bound.extend(one);
        }
        bound.sort_unstable();
        assert_eq!(bound, all);
        let last = all.last().unwrap().to_string();
        assert_eq!(Affinity::new(Some(&last), 1, 1).unwrap().groups, [[*all.last().unwrap()]]);
        assert!(Affinity::new(Some("60000"), 1, 1).is_err());
    }
}
