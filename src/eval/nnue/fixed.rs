//! Fixed points of the hidden neurons.

/// Fixed-point value of 1.0 in a hidden neuron's sum.
pub const HIDDEN_SCALE: i32 = 255;

/// Bits that the product of two neurons' activations drops, so that it and sums of it stay within their integers.
pub const PRODUCT_SHIFT: u32 = 6;
