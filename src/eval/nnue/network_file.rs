//! The network file. Little endian throughout:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `guoheNET` |
//! | 4 | version, 2 |
//! | 2, 1, 1 | hidden neurons, king buckets (6), outputs (8) |
//! | 2, 2, 2, 2 | hidden scale, output scale, centipawns for 1.0, features (3) |
//! | 4, 4 | inputs a side, length of the payload |
//! | 32 | SHA-256 of the header so far and the payload |
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
use crate::files::{self, ReadError};
use sha2::{Digest, Sha256};
use std::fmt;
use std::path::Path;

const MAGIC: &[u8; 8] = b"guoheNET";
/// The version that is read and written.
const VERSION: u32 = 2;
/// Both bits of the features, which every network has.
const FEATURES: u16 = 3;
/// Bytes of the header that the hash covers.
const HASHED_HEADER: usize = 32;
const HEADER: usize = HASHED_HEADER + 64;

/// Maximum size of a network file, bytes.
const MAX_FILE: u64 = 64 << 20;

/// Why a network was refused.
#[derive(Debug)]
pub enum LoadError {
    /// The file could not be read.
    Read(std::io::Error),
    /// A folder, a device or the like.
    NotAFile,
    /// The file is not a network of this engine.
    Foreign,
    /// The file is of another version of the format.
    Version(u32),
    /// The layers or scales are not ones that the engine can use.
    Unsupported,
    /// The file ends early, or goes on after its end: its length and the right one.
    Length(u64, u64),
    /// The contents do not match their checksum.
    Damaged,
    /// A weight is so large that sums could overflow.
    Overflow,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => write!(f, "cannot be read: {error}"),
            Self::NotAFile => write!(f, "is not a file"),
            Self::Foreign => write!(f, "is not a guohe network"),
            Self::Version(version) => {
                write!(
                    f,
                    "has format version {version}; this engine reads version {VERSION} only (0.2.0 was the last to read others)"
                )
            }
            Self::Unsupported => {
                let (buckets, outputs) = (Shape::KING_BUCKETS, Shape::OUTPUTS);
                write!(
                    f,
                    "has a shape that this engine does not support: it needs {buckets} king points, {outputs} outputs"
                )?;
                write!(f, " and hidden neurons in steps of 32 up to {}", Shape::MAX_HIDDEN)
            }
            Self::Length(found, right) => write!(f, "has {found} bytes instead of {right}"),
            Self::Damaged => write!(f, "is damaged: its contents do not match their checksum"),
            Self::Overflow => write!(f, "holds weights that could overflow"),
        }
    }
}

impl std::error::Error for LoadError {}

impl Network {
    /// Reads the network file at `path`.
    ///
    /// # Errors
    /// If the network cannot be used, see [`LoadError`].
    pub fn load(path: &Path) -> Result<Self, LoadError> {
        match files::read_whole(path, MAX_FILE) {
            Ok(bytes) => Self::from_bytes(&bytes),
            Err(ReadError::Io(error)) => Err(LoadError::Read(error)),
            Err(ReadError::NotAFile) => Err(LoadError::NotAFile),
            Err(ReadError::TooLong) => Err(LoadError::Foreign),
        }
    }

    /// Reads a network from the contents of its file.
    ///
    /// # Errors
    /// If the network cannot be used, see [`LoadError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LoadError> {
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
    /// If the network cannot be used, see [`LoadError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, [u8; 32]), LoadError> {
        if !bytes.starts_with(MAGIC) {
            return Err(LoadError::Foreign);
        }
        let length = bytes.len() as u64;
        if bytes.len() < HEADER {
            return Err(LoadError::Length(length, HEADER as u64));
        }
        let mut header = Reader(&bytes[MAGIC.len()..]);
        let version = u32::from_le_bytes(header.take());
        if version != VERSION {
            return Err(LoadError::Version(version));
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
            return Err(LoadError::Unsupported);
        }
        let right = HEADER + payload_len(shape);
        if bytes.len() != right {
            return Err(LoadError::Length(length, right as u64));
        }
        let hash: [u8; 32] = header.take();
        if hash != hash_of(bytes) {
            return Err(LoadError::Damaged);
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
        if parameters.is_safe() { Ok((parameters, hash)) } else { Err(LoadError::Overflow) }
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
            (8, 1, "has format version 1; this engine reads version 2 only (0.2.0 was the last to read others)"),
            (14, 1, "6 king points, 8 outputs and hidden neurons in steps of 32 up to 1024"),
            (15, 1, "6 king points, 8 outputs and hidden neurons in steps of 32 up to 1024"),
            (22, 0, "6 king points, 8 outputs and hidden neurons in steps of 32 up to 1024"),
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
        let load = |bytes: &[u8]| Network::from_bytes(bytes).map(|_| ()).unwrap_err();
        assert!(matches!(load(b""), LoadError::Foreign));
        assert!(matches!(load(b"a text file"), LoadError::Foreign));
        assert!(matches!(load(&good[..50]), LoadError::Length(50, _)));
        assert!(matches!(load(&good[..good.len() - 1]), LoadError::Length(..)));
        let mut changed = good.clone();
        changed.push(0);
        assert!(matches!(load(&changed), LoadError::Length(..)));
        changed = good.clone();
        changed[8] = 9;
        assert!(matches!(load(&changed), LoadError::Version(9)));
        changed = good.clone();
        changed[14] = 3;
        assert!(matches!(load(&changed), LoadError::Unsupported));
        changed = good;
        *changed.last_mut().unwrap() ^= 1;
        assert!(matches!(load(&changed), LoadError::Damaged));
        assert!(matches!(Network::load(Path::new("/no/such/net")).unwrap_err(), LoadError::Read(_)));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let mut parameters = random_parameters(Shape { hidden: 32 }, 7);
        parameters.input_weights[5] = MAX_INPUT_WEIGHT + 1;
        assert!(matches!(Parameters::from_bytes(&parameters.to_bytes()), Err(LoadError::Overflow)));
        parameters.input_weights[5] = i16::MIN;
        assert!(matches!(Parameters::from_bytes(&parameters.to_bytes()), Err(LoadError::Overflow)));
        let mut parameters = random_parameters(Shape { hidden: 256 }, 7);
        assert!(Parameters::from_bytes(&parameters.to_bytes()).is_ok());
        parameters.output_weights[512..].fill(MAX_OUTPUT_WEIGHT);
        assert!(matches!(Parameters::from_bytes(&parameters.to_bytes()), Err(LoadError::Overflow)));
    }
}
