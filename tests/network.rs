//! Networks in the program: valid and invalid files, and the same search on every instruction set.

use assert_cmd::Command;
use guohe::config::Config;
use guohe::engine::Engine;
use guohe::eval::nnue::Network;
use guohe::eval::nnue::Parameters;
use guohe::eval::nnue::Shape;
use guohe::eval::nnue::Simd;
use guohe::types::SplitMix64;
use std::path::Path;

/// A network of random weights.
fn random_network() -> Vec<u8> {
    random_network_of(200)
}

/// The same weights with another scale.
fn random_network_of(scale: u16) -> Vec<u8> {
    let shape = Shape { hidden: 64 };
    let mut stream = SplitMix64::new(1);
    let mut draw = |bound: i64, count: usize| -> Vec<i16> {
        (0..count).map(|_| ((stream.draw() % (2 * bound as u64 + 1)) as i64 - bound) as i16).collect()
    };
    let parameters = Parameters {
        shape,
        scale,
        output_scale: 128,
        input_weights: draw(60, shape.input_weights()),
        input_bias: draw(100, shape.hidden),
        output_weights: draw(60, shape.output_weights()),
        output_bias: vec![0; Shape::OUTPUTS],
        manifest: [0; 32],
    };
    parameters.to_bytes()
}

/// Runs the engine on some input and returns its output.
fn talk(dir: &Path, input: &str) -> String {
    let output = Command::cargo_bin("guohe").unwrap().current_dir(dir).write_stdin(input).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_network_from_a_file_is_played_with() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.nnue"), random_network()).unwrap();
    let said = talk(dir.path(), "setoption evalfile x.nnue\nposition startpos\neval\ngo depth 4\n");
    assert!(said.contains("network ") && said.contains("output 8 of 8"), "{said}");
    assert!(said.contains("bestmove"), "{said}");
    let uci = talk(dir.path(), "uci\nsetoption name EvalFile value x.nnue\nposition startpos\ngo depth 3\n");
    assert!(uci.contains("option name EvalFile type string default") && uci.contains("bestmove"), "{uci}");
}

#[test]
fn a_file_that_is_set_again_is_read_again() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.nnue");
    std::fs::write(&file, random_network()).unwrap();
    let mut engine = Engine::new(Config { evalfile: Some(file.clone()), ..Config::default() }).unwrap();
    let name = |engine: &Engine| engine.network().name();
    let first = name(&engine);
    std::fs::write(&file, random_network_of(300)).unwrap();
    assert_eq!(engine.reload_network(), None);
    let second = name(&engine);
    assert_ne!(first, second);
    std::fs::write(&file, "no network").unwrap();
    assert!(engine.reload_network().unwrap().contains("network refused"));
    assert_eq!(name(&engine), second, "the one in memory stays");
}

#[test]
fn a_bad_network_is_refused_and_the_game_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let good = random_network();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    let write = |name: &str, bytes: &[u8]| std::fs::write(dir.path().join(name), bytes).unwrap();
    write("good.nnue", &good);
    write("short.nnue", &good[..good.len() / 2]);
    write("flipped.nnue", &flipped);
    write("text.nnue", b"not a network");
    std::fs::create_dir(dir.path().join("folder.nnue")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/dev/zero", dir.path().join("endless.nnue")).unwrap();
    for (name, reason) in [
        ("short", "bytes instead of"),
        ("flipped", "damaged"),
        ("text", "not a guohe network"),
        ("missing", "missing.nnue: "),
        ("folder", "not a file"),
        #[cfg(unix)]
        ("endless", "not a file"),
    ] {
        let input = format!(
            "setoption evalfile good.nnue\nsetoption evalfile {name}.nnue\nposition startpos\neval\ngo depth 3\n"
        );
        let said = talk(dir.path(), &input);
        assert!(said.contains("network refused") && said.contains(reason), "{name}: {said}");
        assert!(said.contains("output 8 of 8"), "{name}: the network in use stays: {said}");
        assert!(said.contains("bestmove"), "{name}: {said}");
    }
}

#[test]
fn the_bench_counts_the_same_nodes_on_every_instruction_set() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("x.nnue"), random_network()).unwrap();
    let counts: Vec<String> = Simd::available()
        .into_iter()
        .map(|simd| {
            let output = Command::cargo_bin("guohe")
                .unwrap()
                .current_dir(dir.path())
                .env("GUOHE_SIMD", simd.name())
                .write_stdin("setoption evalfile x.nnue\nbench 5\n")
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let total =
                text.lines().find(|line| line.ends_with(" nps")).expect("the bench ends with a total").to_owned();
            total.split(' ').next().unwrap_or_default().to_owned()
        })
        .collect();
    assert!(counts[0].parse::<u64>().unwrap() > 1000);
    assert!(counts.iter().all(|count| count == &counts[0]), "{counts:?}");
}

#[test]
fn the_networks_of_the_repository_load() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "nnue") {
            let network = Network::load(&path).unwrap();
            assert_eq!(path.file_stem().unwrap().to_string_lossy(), network.name());
            count += 1;
        }
    }
    assert!(count > 0);
}
