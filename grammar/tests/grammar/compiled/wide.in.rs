//! A scalar implementation of the operations of the crate `wide` that compiled code uses.

use std::ops::{Add, BitOr, Not};

#[allow(non_camel_case_types)]
#[derive(Clone, Copy)]
pub struct i8x16([i8; 16]);

impl i8x16 {
    pub fn new(bytes: [i8; 16]) -> Self {
        Self(bytes)
    }

    pub fn splat(byte: i8) -> Self {
        Self([byte; 16])
    }

    pub fn move_mask(self) -> i32 {
        (0..16).map(|place| i32::from(self.0[place] < 0) << place).sum()
    }

    fn with(self, other: Self, operation: impl Fn(i8, i8) -> i8) -> Self {
        Self(std::array::from_fn(|place| operation(self.0[place], other.0[place])))
    }
}

pub trait CmpEq {
    fn cmp_eq(self, other: Self) -> Self;
}

impl CmpEq for i8x16 {
    fn cmp_eq(self, other: Self) -> Self {
        self.with(other, |byte, other| -i8::from(byte == other))
    }
}

pub trait CmpGt {
    fn cmp_gt(self, other: Self) -> Self;
}

impl CmpGt for i8x16 {
    fn cmp_gt(self, other: Self) -> Self {
        self.with(other, |byte, other| -i8::from(byte > other))
    }
}

impl Add for i8x16 {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.with(other, i8::wrapping_add)
    }
}

impl BitOr for i8x16 {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other, |byte, other| byte | other)
    }
}

impl Not for i8x16 {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|byte| !byte))
    }
}
