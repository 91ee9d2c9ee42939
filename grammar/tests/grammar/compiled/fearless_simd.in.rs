//! A scalar implementation of the operations of the crate `fearless_simd` that compiled code uses.

use std::array;
use std::ops::{BitAnd, Shr};

pub trait Simd: Copy {}

#[derive(Clone, Copy)]
pub struct Level;

impl Simd for Level {}

impl Level {
    pub fn new() -> Self {
        Self
    }

    pub fn as_sse4_2(self) -> Option<Self> {
        Some(self)
    }

    pub fn is_fallback(self) -> bool {
        false
    }
}

#[macro_export]
macro_rules! dispatch {
    ($level:expr, $simd:ident => $operation:expr) => {{
        let $simd = $level;
        $operation
    }};
}

pub mod prelude {
    pub use super::Simd;
}

#[allow(non_camel_case_types)]
#[derive(Clone, Copy)]
pub struct u8x16<S> {
    bytes: [u8; 16],
    simd: S,
}

impl<S: Simd> u8x16<S> {
    pub fn simd_from(simd: S, bytes: [u8; 16]) -> Self {
        Self { bytes, simd }
    }
}

#[allow(non_camel_case_types)]
#[derive(Clone, Copy)]
pub struct u8x64<S> {
    bytes: [u8; 64],
    pub simd: S,
}

pub struct Mask([bool; 64]);

impl Mask {
    pub fn to_bitmask(self) -> u64 {
        (0..64).map(|place| u64::from(self.0[place]) << place).sum()
    }
}

impl<S: Simd> u8x64<S> {
    pub fn from_slice(simd: S, bytes: &[u8]) -> Self {
        Self { bytes: bytes.try_into().unwrap(), simd }
    }

    pub fn block_splat(block: u8x16<S>) -> Self {
        Self { bytes: array::from_fn(|place| block.bytes[place % 16]), simd: block.simd }
    }

    pub fn swizzle_dyn_within_blocks(self, places: Self) -> Self {
        let entry = |place: usize| self.bytes[place / 16 * 16 + places.bytes[place] as usize];
        Self { bytes: array::from_fn(entry), ..self }
    }

    pub fn simd_eq(self, byte: u8) -> Mask {
        Mask(self.bytes.map(|own| own == byte))
    }

    pub fn simd_ge(self, byte: u8) -> Mask {
        Mask(self.bytes.map(|own| own >= byte))
    }
}

impl<S: Simd> BitAnd<u8> for u8x64<S> {
    type Output = Self;

    fn bitand(self, byte: u8) -> Self {
        Self { bytes: self.bytes.map(|own| own & byte), ..self }
    }
}

impl<S: Simd> BitAnd for u8x64<S> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self { bytes: array::from_fn(|place| self.bytes[place] & other.bytes[place]), ..self }
    }
}

impl<S: Simd> Shr<u32> for u8x64<S> {
    type Output = Self;

    fn shr(self, count: u32) -> Self {
        Self { bytes: self.bytes.map(|own| own >> count), ..self }
    }
}
