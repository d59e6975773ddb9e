//! The network file. Little endian throughout:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `guoheNET` |
//! | 4 | version, 2 |
//! | 2, 1, 1 | hidden neurons, king buckets (6), outputs (8) |
//! | 2, 2, 2, 2 | hidden scale, output scale, centipawns for 1.0, features (3) |
//! | 4, 4 | inputs a side, length of the payload |
//! | 32 | SHA-256 of the file without these 32 bytes: header, manifest digest and payload |
//! | 32 | SHA-256 of the text that says how the network was made |
//! | rest | input weights, input bias, output weights (i16), output bias (i32) |
//!
//! The features are two bits: views are mirrored by flank balance (1), and the number of heavy pieces chooses the
//! output (2). Up to version 0.2.0 the engine also read networks without them (format version 1) and of other shapes.

use super::features;
use super::network::{
    MAX_INPUT_WEIGHT, MAX_OUTPUT_BIAS, MAX_OUTPUT_SUM, MAX_OUTPUT_WEIGHT, Network, OUTPUT_SCALES, Parameters,
};
use super::shape::Shape;
use super::simd::HIDDEN_SCALE;
use crate::files;
use sha2::{Digest, Sha256};
use std::io;
use std::path::Path;

const MAGIC: &[u8; 8] = b"guoheNET";
/// The version that is read and written.
const VERSION: u32 = 2;
/// Both bits of the features, which every network has.
const FEATURES: u16 = 3;
/// Bytes of the header before the hash.
const HASHED_HEADER: usize = 32;
const HEADER: usize = HASHED_HEADER + 64;

/// Maximum size of a network file, bytes.
const MAX_FILE: u64 = 64 << 20;

impl Network {
    /// Reads the network file at `path`.
    ///
    /// # Errors
    /// If the file cannot be read, and as [`Network::from_bytes`].
    pub fn load(path: &Path) -> io::Result<Self> {
        Self::from_bytes(&files::read_whole(path, MAX_FILE)?)
    }

    /// Reads a network from the contents of its file.
    ///
    /// # Errors
    /// `InvalidData` if the network cannot be used; the message says why.
    pub fn from_bytes(bytes: &[u8]) -> io::Result<Self> {
        let (parameters, hash) = Parameters::from_bytes(bytes)?;
        Ok(Self::new(&parameters, hash))
    }
}

impl Parameters {
    /// The contents of the network's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let payload = payload_len(self.shape);
        let mut bytes = Vec::with_capacity(HEADER + payload);
        bytes.extend_from_slice(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.shape.hidden as u16).to_le_bytes());
        bytes.extend([Shape::KING_BUCKETS as u8, Shape::OUTPUTS as u8]);
        for number in [HIDDEN_SCALE as u16, self.output_scale, self.scale, FEATURES] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend((features::COUNT as u32).to_le_bytes());
        bytes.extend((payload as u32).to_le_bytes());
        debug_assert_eq!(bytes.len(), HASHED_HEADER);
        bytes.extend([0; 32]);
        bytes.extend(self.manifest);
        for weights in [&self.input_weights, &self.input_bias, &self.output_weights] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        debug_assert_eq!(bytes.len(), HEADER + payload);
        let hash = hash_of(&bytes);
        bytes[HASHED_HEADER..HASHED_HEADER + 32].copy_from_slice(&hash);
        bytes
    }

    /// Reads and checks the contents of a network file. Returns the parameters and their hash.
    ///
    /// # Errors
    /// `InvalidData` if the network cannot be used; the message says why.
    pub fn from_bytes(bytes: &[u8]) -> io::Result<(Self, [u8; 32])> {
        if !bytes.starts_with(MAGIC) {
            return Err(refused("not a guohe network"));
        }
        let wrong_length = |right| refused(&format!("{} bytes instead of {right}", bytes.len()));
        if bytes.len() < HEADER {
            return Err(wrong_length(HEADER));
        }
        let mut header = Reader(&bytes[MAGIC.len()..]);
        let version = u32::from_le_bytes(header.take());
        if version != VERSION {
            return Err(refused(&format!(
                "format version {version}; this engine reads version {VERSION} only (0.2.0 was the last to read others)"
            )));
        }
        let shape = Shape { hidden: header.u16().into() };
        let [king_buckets, outputs] = header.take::<2>();
        let hidden_scale = header.u16();
        let output_scale = header.u16();
        let scale = header.u16();
        let features = header.u16();
        let inputs = u32::from_le_bytes(header.take());
        let payload = u32::from_le_bytes(header.take());
        if !shape.is_supported()
            || usize::from(king_buckets) != Shape::KING_BUCKETS
            || usize::from(outputs) != Shape::OUTPUTS
            || features != FEATURES
            || i32::from(hidden_scale) != HIDDEN_SCALE
            || !OUTPUT_SCALES.contains(&output_scale)
            || scale == 0
            || inputs as usize != features::COUNT
            || payload as usize != payload_len(shape)
        {
            let (buckets, outputs, hidden) = (Shape::KING_BUCKETS, Shape::OUTPUTS, Shape::MAX_HIDDEN);
            return Err(refused(&format!(
                "a shape that this engine does not support: it needs {buckets} king buckets, {outputs} outputs and \
                 hidden neurons in steps of 32 up to {hidden}"
            )));
        }
        let right = HEADER + payload_len(shape);
        if bytes.len() != right {
            return Err(wrong_length(right));
        }
        let hash: [u8; 32] = header.take();
        if hash != hash_of(bytes) {
            return Err(refused("damaged: the contents do not match their checksum"));
        }
        let manifest = header.take();
        let mut body = header;
        let parameters = Self {
            shape,
            scale,
            output_scale,
            input_weights: body.weights(shape.input_weights()),
            input_bias: body.weights(shape.hidden),
            output_weights: body.weights(shape.output_weights()),
            output_bias: (0..Shape::OUTPUTS).map(|_| i32::from_le_bytes(body.take())).collect(),
            manifest,
        };
        if parameters.is_safe() { Ok((parameters, hash)) } else { Err(refused("weights that could overflow")) }
    }

    /// Whether no sum over at most 32 pieces can leave its integer type.
    fn is_safe(&self) -> bool {
        let within = |weights: &[i16], bound: i16| weights.iter().all(|weight| weight.unsigned_abs() <= bound as u16);
        within(&self.input_weights, MAX_INPUT_WEIGHT)
            && within(&self.input_bias, MAX_INPUT_WEIGHT)
            && within(&self.output_weights, MAX_OUTPUT_WEIGHT)
            && self.output_bias.iter().all(|bias| bias.unsigned_abs() <= MAX_OUTPUT_BIAS)
            && self.output_weights.chunks_exact(2 * self.shape.hidden).all(|weights| {
                weights.iter().map(|weight| u32::from(weight.unsigned_abs())).sum::<u32>() <= MAX_OUTPUT_SUM
            })
    }
}

/// Why a network cannot be used.
fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

const fn payload_len(shape: Shape) -> usize {
    2 * (shape.input_weights() + shape.hidden + shape.output_weights()) + 4 * Shape::OUTPUTS
}

/// The hash over everything but itself.
fn hash_of(bytes: &[u8]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(&bytes[..HASHED_HEADER]);
    hasher.update(&bytes[HASHED_HEADER + 32..]);
    hasher.finalize().into()
}

/// Takes numbers off the front of bytes that are known to be long enough.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk().expect("the length was checked before");
        self.0 = rest;
        *head
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn weights(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| i16::from_le_bytes(self.take())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::simd::random_parameters;

    fn sample() -> Vec<u8> {
        random_parameters(Shape { hidden: 32 }, 7).to_bytes()
    }

    #[test]
    fn a_network_reads_back() {
        let parameters = random_parameters(Shape { hidden: 64 }, 3);
        let (read, hash) = Parameters::from_bytes(&parameters.to_bytes()).unwrap();
        assert_eq!(read, parameters);
        assert_eq!(&hash, Network::from_bytes(&parameters.to_bytes()).unwrap().hash());
    }

    #[test]
    fn networks_of_other_shapes_and_versions_are_refused() {
        let good = sample();
        // Version, king buckets, outputs, features.
        for (place, value, sentence) in [
            (8, 1, "format version 1; this engine reads version 2 only (0.2.0 was the last to read others)"),
            (14, 1, "6 king buckets, 8 outputs and hidden neurons in steps of 32 up to 1024"),
            (15, 1, "6 king buckets, 8 outputs and hidden neurons in steps of 32 up to 1024"),
            (22, 0, "6 king buckets, 8 outputs and hidden neurons in steps of 32 up to 1024"),
        ] {
            let mut bad = good.clone();
            bad[place] = value;
            let error = Network::from_bytes(&bad).map(|_| ()).unwrap_err().to_string();
            assert!(error.ends_with(sentence), "{error}");
        }
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let good = sample();
        assert!(Network::from_bytes(&good).is_ok());
        for place in (0..HEADER).chain((HEADER..good.len()).step_by(997)) {
            let mut bad = good.clone();
            bad[place] ^= 4;
            assert!(Network::from_bytes(&bad).is_err(), "byte {place}");
        }
    }

    #[test]
    fn each_fault_has_its_message() {
        let good = sample();
        let check = |bytes: &[u8], expected: &str| {
            let error = Network::from_bytes(bytes).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(b"", "not a guohe network");
        check(b"a text file", "not a guohe network");
        check(&good[..50], "50 bytes instead of 96");
        check(&good[..good.len() - 1], &format!("bytes instead of {}", good.len()));
        let mut changed = good.clone();
        changed.push(0);
        check(&changed, &format!("bytes instead of {}", good.len()));
        changed = good.clone();
        changed[8] = 9;
        check(&changed, "format version 9");
        changed = good.clone();
        changed[14] = 3;
        check(&changed, "a shape that this engine does not support");
        changed = good;
        *changed.last_mut().unwrap() ^= 1;
        check(&changed, "damaged");
        assert_eq!(Network::load(Path::new("/no/such/net")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let mut parameters = random_parameters(Shape { hidden: 32 }, 7);
        let check = |parameters: &Parameters| {
            let error = Parameters::from_bytes(&parameters.to_bytes()).unwrap_err().to_string();
            assert_eq!(error, "weights that could overflow");
        };
        parameters.input_weights[5] = MAX_INPUT_WEIGHT + 1;
        check(&parameters);
        parameters.input_weights[5] = i16::MIN;
        check(&parameters);
        let mut parameters = random_parameters(Shape { hidden: 256 }, 7);
        assert!(Parameters::from_bytes(&parameters.to_bytes()).is_ok());
        parameters.output_weights[512..].fill(MAX_OUTPUT_WEIGHT);
        check(&parameters);
    }
}
