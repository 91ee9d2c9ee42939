//! Amounts of memory, as typed.

use std::str::FromStr;

/// An amount of memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    Bytes(usize),
    /// A share of the machine's memory, more than 0 and at most 1.
    Share(f64),
}

/// The units, longest names first, because the shorter ones are ends of them.
const UNITS: [(&str, f64); 13] = [
    ("kib", 1024.0),
    ("mib", 1_048_576.0),
    ("gib", 1_073_741_824.0),
    ("tib", 1_099_511_627_776.0),
    ("kb", 1e3),
    ("mb", 1e6),
    ("gb", 1e9),
    ("tb", 1e12),
    ("k", 1024.0),
    ("m", 1_048_576.0),
    ("g", 1_073_741_824.0),
    ("t", 1_099_511_627_776.0),
    ("b", 1.0),
];

const WRONG: &str = "a size is a number and a unit, such as 2GB, 512MiB or 50%";

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(typed: &str) -> Result<Self, Self::Err> {
        let lower = typed.trim().to_ascii_lowercase();
        if let Some(percent) = lower.strip_suffix('%') {
            let share = number(percent)? / 100.0;
            return if share > 0.0 && share <= 1.0 {
                Ok(Self::Share(share))
            } else {
                Err("a share is more than 0 % and at most 100 %")
            };
        }
        let (digits, factor) = UNITS
            .iter()
            .find_map(|&(name, factor)| Some((lower.strip_suffix(name)?, factor)))
            .ok_or(WRONG)?;
        let bytes = number(digits)? * factor;
        if bytes < 1.0 {
            return Err("a size is at least one byte");
        }
        // A size beyond the address space is not a limit; `as` takes the largest.
        Ok(Self::Bytes(bytes as usize))
    }
}

/// Reads a decimal number without a sign or an exponent.
fn number(typed: &str) -> Result<f64, &'static str> {
    let typed = typed.trim_end();
    let is_plain = typed.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_plain { typed.parse().map_err(|_| WRONG) } else { Err(WRONG) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::decimal("2GB", Size::Bytes(2_000_000_000))]
    #[case::binary("512MiB", Size::Bytes(536_870_912))]
    #[case::short("64M", Size::Bytes(67_108_864))]
    #[case::fraction("1.5 kb", Size::Bytes(1500))]
    #[case::bytes("100b", Size::Bytes(100))]
    #[case::share("50%", Size::Share(0.5))]
    #[case::whole("100 %", Size::Share(1.0))]
    #[case::beyond("99999999999999999999GB", Size::Bytes(usize::MAX))]
    fn reads(#[case] typed: &str, #[case] size: Size) {
        assert_eq!(typed.parse(), Ok(size));
    }

    #[rstest]
    #[case::no_unit("2000")]
    #[case::no_number("GB")]
    #[case::sign("-1GB")]
    #[case::exponent("1e3MB")]
    #[case::word("plenty")]
    #[case::nothing("")]
    #[case::none("0GB")]
    #[case::no_share("0%")]
    #[case::more_than_all("101%")]
    fn refuses(#[case] typed: &str) {
        assert!(typed.parse::<Size>().is_err());
    }
}
