//! The stance of each preset on each code.

use super::rules::{Stance, Stances, UNMENTIONED};
use crate::validate::Code;

pub(super) static LINK: Stances = column(0);
pub(super) static FETCH: Stances = column(1);
pub(super) static REDIRECT: Stances = column(2);
pub(super) static IDENTIFIER: Stances = column(3);

const REFUSE: Stance = Stance::Refuse;
const WARN: Stance = Stance::Warn;
const PASS: Stance = Stance::Pass;

/// Returns the stances of `link`, `fetch`, `redirect` and `identifier`. A code that is added has to be added here.
const fn of(code: Code) -> [Stance; 4] {
    match code {
        Code::KindNotAllowed => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::SchemeNotAllowed => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::HostNotAllowed => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::NetworkNotAllowed => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::PortNotAllowed => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::UserinfoRefused => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::TooLong => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::ComponentMissing => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::PathNotPlain => [PASS, PASS, REFUSE, PASS],
        Code::NotNormalized => [PASS, PASS, PASS, REFUSE],
        Code::SchemeTypo => [WARN, REFUSE, WARN, WARN],
        Code::HostAsScheme => [WARN, REFUSE, WARN, WARN],
        Code::UrlPrefix => [WARN, REFUSE, WARN, WARN],
        Code::DriveLetter => [WARN, REFUSE, WARN, WARN],
        Code::SuffixReference => [WARN, REFUSE, WARN, WARN],
        Code::BareMailAddress => [WARN, REFUSE, WARN, WARN],
        Code::MissingColon => [WARN, REFUSE, WARN, WARN],
        Code::HiddenScheme => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::MissingAuthority => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::AuthorityNotAllowed => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::EmptyUserinfo => [WARN, REFUSE, REFUSE, REFUSE],
        Code::PasswordInUserinfo => [WARN, REFUSE, REFUSE, REFUSE],
        Code::MisleadingUserinfo => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::UserinfoNotAllowed => [WARN, REFUSE, REFUSE, REFUSE],
        Code::EmptyHost => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::WhatwgHost => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::DoubledScheme => [WARN, REFUSE, WARN, WARN],
        Code::Ipv4LikeHost => [REFUSE, REFUSE, REFUSE, WARN],
        Code::NumericLastLabel => [REFUSE, REFUSE, REFUSE, WARN],
        Code::NotGlobalAddress => [WARN, REFUSE, PASS, PASS],
        Code::CloudMetadata => [WARN, REFUSE, WARN, PASS],
        Code::LocalName => [WARN, REFUSE, PASS, PASS],
        Code::SingleLabelHost => [PASS, REFUSE, PASS, PASS],
        Code::HostTrailingDot => [PASS, PASS, WARN, REFUSE],
        Code::HostEmptyLabel => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::HostLabelLength => [WARN, REFUSE, REFUSE, REFUSE],
        Code::HostLength => [WARN, REFUSE, REFUSE, REFUSE],
        Code::HostHyphen => [WARN, REFUSE, WARN, WARN],
        Code::HostUnderscore => [PASS, WARN, PASS, PASS],
        Code::HostCharacter => [WARN, REFUSE, REFUSE, WARN],
        Code::WildcardHost => [WARN, REFUSE, REFUSE, WARN],
        Code::HostBeyondAscii => [PASS, REFUSE, REFUSE, REFUSE],
        Code::PercentEncodedHost => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::InvalidPunycode => [WARN, REFUSE, REFUSE, WARN],
        Code::MixedScripts => [WARN, WARN, WARN, WARN],
        Code::ConfusableLabel => [WARN, WARN, WARN, WARN],
        Code::MappedCharacter => [REFUSE, REFUSE, REFUSE, REFUSE],
        // `Rules::severity` decides it by whether hosts are listed.
        Code::DeviationCharacter => [Stance::Unmentioned, REFUSE, REFUSE, REFUSE],
        Code::EmptyPort => [PASS, PASS, PASS, REFUSE],
        Code::PortZero => [WARN, REFUSE, WARN, WARN],
        Code::PortTooLarge => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::PortLeadingZeros => [PASS, WARN, WARN, REFUSE],
        Code::DefaultPort => [PASS, PASS, PASS, REFUSE],
        Code::ForeignPort => [WARN, WARN, WARN, PASS],
        Code::MissingQuestionMark => [PASS, PASS, PASS, PASS],
        Code::DotSegment => [WARN, WARN, REFUSE, REFUSE],
        Code::EncodedDotSegment => [WARN, WARN, REFUSE, REFUSE],
        Code::EncodedNul => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::EncodedLineBreak => [REFUSE, REFUSE, REFUSE, REFUSE],
        Code::LineBreakInQuery => [WARN, REFUSE, REFUSE, REFUSE],
        Code::EncodedControl => [WARN, WARN, REFUSE, WARN],
        Code::EncodedDelimiter => [WARN, WARN, WARN, PASS],
        Code::EncodedUnreserved => [PASS, PASS, WARN, REFUSE],
        Code::DoubleEncoding => [WARN, WARN, WARN, WARN],
        Code::EncodedNotUtf8 => [WARN, WARN, REFUSE, WARN],
        Code::QueryNotAllowed => [WARN, WARN, WARN, WARN],
        Code::FragmentNotAllowed => [WARN, WARN, WARN, REFUSE],
        Code::FileHost => [WARN, REFUSE, WARN, WARN],
        Code::FileAuthority => [WARN, REFUSE, WARN, REFUSE],
        Code::FilePath => [WARN, REFUSE, WARN, REFUSE],
        Code::FtpType => [WARN, REFUSE, WARN, REFUSE],
        Code::MailtoSyntax => [WARN, REFUSE, WARN, REFUSE],
        Code::TelSyntax => [WARN, REFUSE, WARN, REFUSE],
        Code::UrnSyntax => [WARN, REFUSE, WARN, REFUSE],
        Code::LdapSyntax => [WARN, REFUSE, WARN, REFUSE],
        Code::DataSyntax => [WARN, REFUSE, WARN, REFUSE],
    }
}

#[expect(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn column(preset: usize) -> Stances {
    let mut stances = UNMENTIONED;
    let mut index = 0;
    while index < stances.len() {
        stances[index] = of(Code::ALL[index])[preset];
        index += 1;
    }
    stances
}
