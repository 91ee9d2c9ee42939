//! Names that parsers in the manner of `inet_aton` read as IPv4 addresses (section 7.4).

use core::net::Ipv4Addr;

/// How a name is read as an IPv4 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The address by the rules of `inet_aton`. Numbers that are too large are truncated.
    pub(crate) address: Ipv4Addr,
    /// The address of parsers that do not know octal numbers, if it differs.
    pub(super) decimal: Option<Ipv4Addr>,
    /// Whether a number is too large, so that only some parsers accept it.
    pub(crate) truncated: bool,
}

/// Returns how the name is read: one to four numbers with dots between, and perhaps a dot at the end. Each is
/// decimal, octal after `0`, or hexadecimal after `0x`. The last one fills the remaining bytes. Linear in the
/// length.
pub(crate) fn read(name: &str) -> Option<Reading> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let (mut octal, mut decimal) = (Parts::default(), Parts::default());
    for part in name.split('.') {
        octal.push(number(part, true)?)?;
        decimal.push(number(part, false)?)?;
    }
    let ((address, truncated), (plain, overflows)) = (octal.address(), decimal.address());
    let decimal = (plain != address && !overflows).then_some(plain);
    Some(Reading { address, decimal, truncated })
}

/// Returns whether the label is a number in decimal, octal or hexadecimal digits.
pub(super) fn is_number(label: &str) -> bool {
    number(label, true).is_some()
}

/// A number, and whether it is greater than fits 32 bits.
#[derive(Clone, Copy, Default)]
struct Number {
    value: u32,
    overflows: bool,
}

#[expect(clippy::arithmetic_side_effects, reason = "32 bits, a radix of at most 16 and a digit fit 64 bits")]
fn number(text: &str, octal: bool) -> Option<Number> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        // `08` is not an octal number, so that parsers that read it at all read it as a decimal one.
        [b'0', digits @ ..] if octal && digits.iter().all(|digit| matches!(digit, b'0'..=b'7')) => {
            (digits, 8)
        }
        [] => return None,
        digits => (digits, 10),
    };
    let mut number = Number::default();
    for &digit in digits {
        let digit = char::from(digit).to_digit(radix)?;
        let value = u64::from(number.value) * u64::from(radix) + u64::from(digit);
        number.overflows |= value > u64::from(u32::MAX);
        number.value = value as u32;
    }
    Some(number)
}

/// Up to four numbers.
#[derive(Default)]
struct Parts {
    numbers: [Number; 4],
    len: usize,
}

impl Parts {
    #[expect(clippy::arithmetic_side_effects, reason = "at most four")]
    fn push(&mut self, number: Number) -> Option<()> {
        *self.numbers.get_mut(self.len)? = number;
        self.len += 1;
        Some(())
    }

    /// Returns the address, and whether a number had to be truncated.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "there are at most four numbers, of which the last has from 8 to 32 bits"
    )]
    fn address(&self) -> (Ipv4Addr, bool) {
        let mut address = 0;
        let mut truncated = false;
        for (index, &Number { value, overflows }) in self.numbers.iter().take(self.len).enumerate() {
            let (bits, shift) = if index + 1 == self.len { (32 - 8 * index, 0) } else { (8, 24 - 8 * index) };
            let most = u32::MAX >> (32 - bits);
            truncated |= overflows || value > most;
            address |= (value & most) << shift;
        }
        (Ipv4Addr::from_bits(address), truncated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::four_parts("127.0.0.1", "127.0.0.1")]
    #[case::three_parts("127.0.1", "127.0.0.1")]
    #[case::two_parts("127.1", "127.0.0.1")]
    #[case::one_part("2130706433", "127.0.0.1")]
    #[case::last_part_fills("10.0.65535", "10.0.255.255")]
    #[case::last_of_two_fills("10.16777215", "10.255.255.255")]
    #[case::hexadecimal("0x7F.1", "127.0.0.1")]
    #[case::hexadecimal_in_upper_case("0X7f000001", "127.0.0.1")]
    #[case::no_hexadecimal_digits("0x.0x.0", "0.0.0.0")]
    #[case::octal("0177.0.0.01", "127.0.0.1")]
    #[case::zero("0", "0.0.0.0")]
    #[case::greatest("4294967295", "255.255.255.255")]
    #[case::dot_at_the_end("127.1.", "127.0.0.1")]
    fn as_an_address(#[case] name: &str, #[case] address: &str) {
        let reading = read(name).unwrap();
        assert_eq!((reading.address.to_string().as_str(), reading.truncated), (address, false));
    }

    #[rstest]
    #[case::octal_or_decimal("010.0.0.1", "8.0.0.1", "10.0.0.1")]
    #[case::last_is_octal("10.0.0.010", "10.0.0.8", "10.0.0.10")]
    fn in_two_ways(#[case] name: &str, #[case] octal: &str, #[case] decimal: &str) {
        let reading = read(name).unwrap();
        assert_eq!(reading.address.to_string(), octal);
        assert_eq!(reading.decimal.unwrap().to_string(), decimal);
    }

    #[rstest]
    #[case::octet("256.0.0.1", "0.0.0.1")]
    #[case::last_of_four("127.0.0.257", "127.0.0.1")]
    #[case::whole("4294967297", "0.0.0.1")]
    #[case::long("99999999999999999999999999999999999999999999", "255.255.255.255")]
    fn truncated(#[case] name: &str, #[case] address: &str) {
        let reading = read(name).unwrap();
        assert_eq!((reading.address.to_string().as_str(), reading.truncated), (address, true));
    }

    #[rstest]
    fn not_at_all(
        #[values("", ".", "a", "1.a", "1..2", "1.2.3.4.5", "0xg", "0x1.0y", "-1", "+1", "1e3", "१२७.१")] name: &str,
    ) {
        assert_eq!(read(name), None);
    }

    #[rstest]
    #[case("08", "0.0.0.8")]
    #[case("0x8.09", "8.0.0.9")]
    fn decimal_where_it_is_not_octal(#[case] name: &str, #[case] address: &str) {
        assert_eq!(read(name).unwrap().address.to_string(), address);
    }
}
