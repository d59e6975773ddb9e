//! Network files: nothing panics, and an accepted network evaluates positions without overflow. Half of the inputs are
//! whole files; the others are changes to a small valid file, whose checksum is computed again.
#![no_main]

use guohe::board::Board;
use guohe::eval::Evaluator;
use guohe::eval::nnue::Network;
use guohe::eval::nnue::Shape;
use libfuzzer_sys::fuzz_target;
use sha2::Digest;
use sha2::Sha256;
use std::sync::Arc;

/// Bytes of the header that the checksum covers, the place of the checksum, and the start of the weights.
const HASHED: usize = 32;
const SUM: std::ops::Range<usize> = HASHED..HASHED + 32;
const HEADER: usize = HASHED + 64;

/// A header: magic, version, shape, scales, features, inputs, length; without checksum and manifest.
const VALID: &[u8; HASHED] = b"guoheNET\x02\0\0\0\x20\0\x06\x08\xff\0\x40\0\x90\x01\x03\0\xb1\x02\0\0\0\0\0\0";

/// A file of the shape that the first bytes choose, its weights changed by the rest, with a correct checksum.
fn changed(bytes: &[u8]) -> Vec<u8> {
    let mut file = VALID.to_vec();
    file.resize(HEADER, 0);
    let [size, scale, rest @ ..] = bytes else { return file };
    let hidden = 32 * (1 + usize::from(size % 2));
    file[12..14].copy_from_slice(&(hidden as u16).to_le_bytes());
    file[18..20].copy_from_slice(&(64_u16 << (scale % 5)).to_le_bytes());
    let shape = Shape { hidden };
    let payload = 2 * (shape.input_weights() + hidden + shape.output_weights()) + 4 * Shape::OUTPUTS;
    file[28..32].copy_from_slice(&(payload as u32).to_le_bytes());
    file.resize(HEADER + payload, 0);
    for change in rest.as_chunks::<4>().0 {
        let place = HEADER + usize::from(u16::from_le_bytes([change[0], change[1]])) * 2;
        if let Some(weight) = file.get_mut(place..place + 2) {
            weight.copy_from_slice(&change[2..]);
        }
    }
    let mut sum = Sha256::new();
    sum.update(&file[..HASHED]);
    sum.update(&file[SUM.end..]);
    let digest: [u8; 32] = sum.finalize().into();
    file[SUM].copy_from_slice(&digest);
    file
}

fuzz_target!(init: assert!(Network::from_bytes(&changed(&[0, 0])).is_ok(), "the file is valid"), |bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else { return };
    let file = if kind % 2 == 0 { rest.to_vec() } else { changed(rest) };
    let network = match Network::from_bytes(&file) {
        Ok(network) => Arc::new(network),
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let mut board = Board::startpos();
    let mut evaluator = Evaluator::new(network, &board);
    for byte in rest.iter().take(8) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            return;
        }
        let delta = board.make(moves[usize::from(*byte) % moves.len()]);
        evaluator.made(&delta);
        evaluator.evaluate(&board);
    }
});
