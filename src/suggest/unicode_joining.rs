//! The characters beside which U+200C and U+200D are part of the text, by their properties in Unicode 18.0. A test compares the
//! tables with the properties.

/// Returns whether the character has the canonical combining class Virama: it leaves a consonant without its vowel, and joins
/// it to the next one.
pub(super) const fn is_virama(own: char) -> bool {
    matches!(
        own,
        '\u{94D}' | '\u{9CD}' | '\u{A4D}' | '\u{ACD}' | '\u{B4D}' | '\u{BCD}' | '\u{C4D}'
            | '\u{CCD}' | '\u{D3B}'..='\u{D3C}' | '\u{D4D}' | '\u{DCA}' | '\u{E3A}' | '\u{EBA}'
            | '\u{F84}' | '\u{1039}'..='\u{103A}' | '\u{1714}'..='\u{1715}' | '\u{1734}'
            | '\u{17D2}' | '\u{1A60}' | '\u{1B44}' | '\u{1BAA}'..='\u{1BAB}'
            | '\u{1BF2}'..='\u{1BF3}' | '\u{2D7F}' | '\u{A806}' | '\u{A82C}' | '\u{A8C4}'
            | '\u{A953}' | '\u{A9C0}' | '\u{AAF6}' | '\u{ABED}' | '\u{10A3F}' | '\u{11046}'
            | '\u{11070}' | '\u{1107F}' | '\u{110B9}' | '\u{11133}'..='\u{11134}' | '\u{111C0}'
            | '\u{11235}' | '\u{112EA}' | '\u{1134D}' | '\u{113CE}'..='\u{113D0}' | '\u{11442}'
            | '\u{114C2}' | '\u{115BF}' | '\u{1163F}' | '\u{116B6}' | '\u{1172B}' | '\u{11839}'
            | '\u{1193D}'..='\u{1193E}' | '\u{119E0}' | '\u{11A34}' | '\u{11A47}' | '\u{11A99}'
            | '\u{11C3F}' | '\u{11D44}'..='\u{11D45}' | '\u{11D97}' | '\u{11F41}'..='\u{11F42}'
            | '\u{1612F}'
    )
}

/// Returns whether the letter has the joining type Dual: it joins the letters before and after it.
pub(super) const fn joins_both(own: char) -> bool {
    matches!(
        own,
        '\u{620}' | '\u{626}' | '\u{628}' | '\u{62A}'..='\u{62E}' | '\u{633}'..='\u{63F}'
            | '\u{641}'..='\u{647}' | '\u{649}'..='\u{64A}' | '\u{66E}'..='\u{66F}'
            | '\u{678}'..='\u{687}' | '\u{69A}'..='\u{6BF}' | '\u{6C1}'..='\u{6C2}' | '\u{6CC}'
            | '\u{6CE}' | '\u{6D0}'..='\u{6D1}' | '\u{6FA}'..='\u{6FC}' | '\u{6FF}'
            | '\u{712}'..='\u{714}' | '\u{71A}'..='\u{71D}' | '\u{71F}'..='\u{727}' | '\u{729}'
            | '\u{72B}' | '\u{72D}'..='\u{72E}' | '\u{74E}'..='\u{758}' | '\u{75C}'..='\u{76A}'
            | '\u{76D}'..='\u{770}' | '\u{772}' | '\u{775}'..='\u{777}' | '\u{77A}'..='\u{77F}'
            | '\u{7CA}'..='\u{7EA}' | '\u{841}'..='\u{845}' | '\u{848}' | '\u{84A}'..='\u{853}'
            | '\u{855}' | '\u{860}' | '\u{862}'..='\u{865}' | '\u{868}' | '\u{886}'
            | '\u{889}'..='\u{88D}' | '\u{88F}' | '\u{8A0}'..='\u{8A9}' | '\u{8AF}'..='\u{8B0}'
            | '\u{8B3}'..='\u{8B8}' | '\u{8BA}'..='\u{8C8}' | '\u{1807}' | '\u{1820}'..='\u{1878}'
            | '\u{1887}'..='\u{18A8}' | '\u{18AA}' | '\u{A840}'..='\u{A871}'
            | '\u{10AC0}'..='\u{10AC4}' | '\u{10AD3}'..='\u{10AD6}' | '\u{10AD8}'..='\u{10ADC}'
            | '\u{10ADE}'..='\u{10AE0}' | '\u{10AEB}'..='\u{10AEE}' | '\u{10B80}' | '\u{10B82}'
            | '\u{10B86}'..='\u{10B88}' | '\u{10B8A}'..='\u{10B8B}' | '\u{10B8D}' | '\u{10B90}'
            | '\u{10BAD}'..='\u{10BAE}' | '\u{10D01}'..='\u{10D21}' | '\u{10D23}'
            | '\u{10EC3}'..='\u{10EC4}' | '\u{10EC6}'..='\u{10EC7}' | '\u{10F30}'..='\u{10F32}'
            | '\u{10F34}'..='\u{10F44}' | '\u{10F51}'..='\u{10F53}' | '\u{10F70}'..='\u{10F73}'
            | '\u{10F76}'..='\u{10F81}' | '\u{10FB0}' | '\u{10FB2}'..='\u{10FB3}' | '\u{10FB8}'
            | '\u{10FBB}'..='\u{10FBC}' | '\u{10FBE}'..='\u{10FBF}' | '\u{10FC1}' | '\u{10FC4}'
            | '\u{10FCA}' | '\u{1E900}'..='\u{1E943}'
    )
}

/// Returns whether the letter has the joining type Left: it joins the letter after it, but not the one before it.
pub(super) const fn joins_after(own: char) -> bool {
    matches!(
        own,
        '\u{A872}' | '\u{10ACD}' | '\u{10AD7}' | '\u{10D00}' | '\u{10ED9}'..='\u{10EEE}' | '\u{10FCB}'
    )
}

/// Returns whether the letter has the joining type Right: it joins the letter before it, but not the one after it.
pub(super) const fn joins_before(own: char) -> bool {
    matches!(
        own,
        '\u{622}'..='\u{625}' | '\u{627}' | '\u{629}' | '\u{62F}'..='\u{632}' | '\u{648}'
            | '\u{671}'..='\u{673}' | '\u{675}'..='\u{677}' | '\u{688}'..='\u{699}' | '\u{6C0}'
            | '\u{6C3}'..='\u{6CB}' | '\u{6CD}' | '\u{6CF}' | '\u{6D2}'..='\u{6D3}' | '\u{6D5}'
            | '\u{6EE}'..='\u{6EF}' | '\u{710}' | '\u{715}'..='\u{719}' | '\u{71E}' | '\u{728}'
            | '\u{72A}' | '\u{72C}' | '\u{72F}' | '\u{74D}' | '\u{759}'..='\u{75B}'
            | '\u{76B}'..='\u{76C}' | '\u{771}' | '\u{773}'..='\u{774}' | '\u{778}'..='\u{779}'
            | '\u{840}' | '\u{846}'..='\u{847}' | '\u{849}' | '\u{854}' | '\u{856}'..='\u{858}'
            | '\u{867}' | '\u{869}'..='\u{86A}' | '\u{870}'..='\u{882}' | '\u{88E}'
            | '\u{8AA}'..='\u{8AC}' | '\u{8AE}' | '\u{8B1}'..='\u{8B2}' | '\u{8B9}' | '\u{10AC5}'
            | '\u{10AC7}' | '\u{10AC9}'..='\u{10ACA}' | '\u{10ACE}'..='\u{10AD2}' | '\u{10ADD}'
            | '\u{10AE1}' | '\u{10AE4}' | '\u{10AEF}' | '\u{10B81}' | '\u{10B83}'..='\u{10B85}'
            | '\u{10B89}' | '\u{10B8C}' | '\u{10B8E}'..='\u{10B8F}' | '\u{10B91}'
            | '\u{10BA9}'..='\u{10BAC}' | '\u{10D22}' | '\u{10EC2}' | '\u{10F33}' | '\u{10F54}'
            | '\u{10F74}'..='\u{10F75}' | '\u{10FB4}'..='\u{10FB6}' | '\u{10FB9}'..='\u{10FBA}'
            | '\u{10FBD}' | '\u{10FC2}'..='\u{10FC3}' | '\u{10FC9}'
    )
}

/// Returns whether the character has the joining type Transparent, and a script whose letters join, or none of its own: the
/// letters around it join as if it were not there.
pub(super) const fn is_transparent(own: char) -> bool {
    matches!(
        own,
        '\u{AD}' | '\u{303}'..='\u{304}' | '\u{307}'..='\u{308}' | '\u{30A}' | '\u{30F}'
            | '\u{312}' | '\u{314}'..='\u{341}' | '\u{343}'..='\u{344}' | '\u{346}'..='\u{357}'
            | '\u{359}'..='\u{35D}' | '\u{35F}'..='\u{362}' | '\u{610}'..='\u{61A}' | '\u{61C}'
            | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E4}'
            | '\u{6E7}'..='\u{6E8}' | '\u{6EA}'..='\u{6ED}' | '\u{70F}' | '\u{711}'
            | '\u{730}'..='\u{74A}' | '\u{7EB}'..='\u{7F3}' | '\u{7FD}' | '\u{859}'..='\u{85B}'
            | '\u{897}'..='\u{89F}' | '\u{8CA}'..='\u{8E1}' | '\u{8E3}'..='\u{8FF}'
            | '\u{953}'..='\u{954}' | '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{1885}'..='\u{1886}'
            | '\u{18A9}' | '\u{1AB0}'..='\u{1AF0}' | '\u{1DC2}'..='\u{1DFF}' | '\u{200B}'
            | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}'
            | '\u{206A}'..='\u{206F}' | '\u{20D0}'..='\u{20EF}' | '\u{FE00}'..='\u{FE0F}'
            | '\u{FE20}'..='\u{FE2D}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{101FD}'
            | '\u{102E0}' | '\u{10AE5}'..='\u{10AE6}' | '\u{10D24}'..='\u{10D27}'
            | '\u{10ECB}'..='\u{10ECF}' | '\u{10EF0}'..='\u{10EFF}' | '\u{10F46}'..='\u{10F50}'
            | '\u{10F82}'..='\u{10F85}' | '\u{1CF00}'..='\u{1CF2D}' | '\u{1CF30}'..='\u{1CF46}'
            | '\u{1D127}'..='\u{1D128}' | '\u{1D167}'..='\u{1D169}' | '\u{1D173}'..='\u{1D182}'
            | '\u{1D185}'..='\u{1D18B}' | '\u{1D1AA}'..='\u{1D1AD}' | '\u{1D25B}'..='\u{1D25C}'
            | '\u{1E944}'..='\u{1E94B}' | '\u{E0001}' | '\u{E0020}'..='\u{E007F}'
            | '\u{E0100}'..='\u{E01EF}'
    )
}

/// Returns whether the character has the property `Extended_Pictographic`: emoji are composed of such characters, and of marks.
pub(super) const fn is_pictograph(own: char) -> bool {
    matches!(
        own,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
            | '\u{2194}'..='\u{2199}' | '\u{21A9}'..='\u{21AA}' | '\u{231A}'..='\u{231B}'
            | '\u{2328}' | '\u{23CF}' | '\u{23E9}'..='\u{23F3}' | '\u{23F8}'..='\u{23FA}'
            | '\u{24C2}' | '\u{25AA}'..='\u{25AB}' | '\u{25B6}' | '\u{25C0}'
            | '\u{25FB}'..='\u{25FE}' | '\u{2600}'..='\u{2604}' | '\u{260E}' | '\u{2611}'
            | '\u{2614}'..='\u{2615}' | '\u{2618}' | '\u{261D}' | '\u{2620}'
            | '\u{2622}'..='\u{2623}' | '\u{2626}' | '\u{262A}' | '\u{262E}'..='\u{262F}'
            | '\u{2638}'..='\u{263A}' | '\u{2640}' | '\u{2642}' | '\u{2648}'..='\u{2653}'
            | '\u{265F}'..='\u{2660}' | '\u{2663}' | '\u{2665}'..='\u{2666}' | '\u{2668}'
            | '\u{267B}' | '\u{267E}'..='\u{267F}' | '\u{2692}'..='\u{2697}' | '\u{2699}'
            | '\u{269B}'..='\u{269C}' | '\u{26A0}'..='\u{26A1}' | '\u{26A7}'
            | '\u{26AA}'..='\u{26AB}' | '\u{26B0}'..='\u{26B1}' | '\u{26BD}'..='\u{26BE}'
            | '\u{26C4}'..='\u{26C5}' | '\u{26C8}' | '\u{26CE}'..='\u{26CF}' | '\u{26D1}'
            | '\u{26D3}'..='\u{26D4}' | '\u{26E9}'..='\u{26EA}' | '\u{26F0}'..='\u{26F5}'
            | '\u{26F7}'..='\u{26FA}' | '\u{26FD}' | '\u{2702}' | '\u{2705}'
            | '\u{2708}'..='\u{270D}' | '\u{270F}' | '\u{2712}' | '\u{2714}' | '\u{2716}'
            | '\u{271D}' | '\u{2721}' | '\u{2728}' | '\u{2733}'..='\u{2734}' | '\u{2744}'
            | '\u{2747}' | '\u{274C}' | '\u{274E}' | '\u{2753}'..='\u{2755}' | '\u{2757}'
            | '\u{2763}'..='\u{2764}' | '\u{2795}'..='\u{2797}' | '\u{27A1}' | '\u{27B0}'
            | '\u{27BF}' | '\u{2934}'..='\u{2935}' | '\u{2B05}'..='\u{2B07}'
            | '\u{2B1B}'..='\u{2B1C}' | '\u{2B50}' | '\u{2B55}' | '\u{3030}' | '\u{303D}'
            | '\u{3297}' | '\u{3299}' | '\u{1F004}' | '\u{1F02C}'..='\u{1F02F}'
            | '\u{1F094}'..='\u{1F09F}' | '\u{1F0AF}'..='\u{1F0B0}' | '\u{1F0C0}'
            | '\u{1F0CF}'..='\u{1F0D0}' | '\u{1F0F6}'..='\u{1F0FF}' | '\u{1F170}'..='\u{1F171}'
            | '\u{1F17E}'..='\u{1F17F}' | '\u{1F18E}' | '\u{1F191}'..='\u{1F19A}'
            | '\u{1F1AF}'..='\u{1F1E5}' | '\u{1F201}'..='\u{1F20F}' | '\u{1F21A}' | '\u{1F22F}'
            | '\u{1F232}'..='\u{1F23A}' | '\u{1F23C}'..='\u{1F23F}' | '\u{1F249}'..='\u{1F25F}'
            | '\u{1F266}'..='\u{1F321}' | '\u{1F324}'..='\u{1F393}' | '\u{1F396}'..='\u{1F397}'
            | '\u{1F399}'..='\u{1F39B}' | '\u{1F39E}'..='\u{1F3F0}' | '\u{1F3F3}'..='\u{1F3F5}'
            | '\u{1F3F7}'..='\u{1F3FA}' | '\u{1F400}'..='\u{1F4FD}' | '\u{1F4FF}'..='\u{1F53D}'
            | '\u{1F549}'..='\u{1F54E}' | '\u{1F550}'..='\u{1F567}' | '\u{1F56F}'..='\u{1F570}'
            | '\u{1F573}'..='\u{1F57A}' | '\u{1F587}' | '\u{1F58A}'..='\u{1F58D}' | '\u{1F590}'
            | '\u{1F595}'..='\u{1F596}' | '\u{1F5A4}'..='\u{1F5A5}' | '\u{1F5A8}'
            | '\u{1F5B1}'..='\u{1F5B2}' | '\u{1F5BC}' | '\u{1F5C2}'..='\u{1F5C4}'
            | '\u{1F5D1}'..='\u{1F5D3}' | '\u{1F5DC}'..='\u{1F5DE}' | '\u{1F5E1}' | '\u{1F5E3}'
            | '\u{1F5E8}' | '\u{1F5EF}' | '\u{1F5F3}' | '\u{1F5FA}'..='\u{1F64F}'
            | '\u{1F680}'..='\u{1F6C5}' | '\u{1F6CB}'..='\u{1F6D2}' | '\u{1F6D5}'..='\u{1F6E5}'
            | '\u{1F6E9}' | '\u{1F6EB}'..='\u{1F6F0}' | '\u{1F6F3}'..='\u{1F6FF}'
            | '\u{1F7DC}'..='\u{1F7F0}' | '\u{1F80C}'..='\u{1F80F}' | '\u{1F848}'..='\u{1F84F}'
            | '\u{1F85A}'..='\u{1F85F}' | '\u{1F888}'..='\u{1F88F}' | '\u{1F8AE}'..='\u{1F8AF}'
            | '\u{1F8BC}'..='\u{1F8BF}' | '\u{1F8C2}'..='\u{1F8CF}' | '\u{1F8D9}'..='\u{1F8FF}'
            | '\u{1F90C}'..='\u{1F93A}' | '\u{1F93C}'..='\u{1F945}' | '\u{1F947}'..='\u{1F9FF}'
            | '\u{1FA58}'..='\u{1FA5F}' | '\u{1FA6E}'..='\u{1FAFF}' | '\u{1FC00}'..='\u{1FFFD}'
    )
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::fmt::Write;
    use std::sync::LazyLock;

    use icu_properties::props::{CanonicalCombiningClass, ExtendedPictographic, JoiningType, Script};
    use icu_properties::script::ScriptWithExtensions;
    use icu_properties::{CodePointMapData, CodePointSetData};
    use rstest::rstest;

    use super::*;

    fn joins(own: char, by: JoiningType) -> bool {
        CodePointMapData::<JoiningType>::new().get(own) == by
    }

    fn has_virama_class(own: char) -> bool {
        CodePointMapData::<CanonicalCombiningClass>::new().get(own) == CanonicalCombiningClass::Virama
    }

    fn scripts(own: char) -> impl Iterator<Item = Script> {
        ScriptWithExtensions::new().get_script_extensions_val(own).iter()
    }

    /// Returns whether letters of the script join.
    fn has_letters_that_join(script: Script) -> bool {
        static JOINING: LazyLock<Vec<Script>> = LazyLock::new(|| {
            let is_letter = |own: &char| joins_both(*own) || joins_after(*own) || joins_before(*own);
            ('\0'..=char::MAX).filter(is_letter).flat_map(scripts).collect()
        });
        JOINING.contains(&script)
    }

    fn is_transparent_there(own: char) -> bool {
        let is_there =
            |script| matches!(script, Script::Common | Script::Inherited) || has_letters_that_join(script);
        joins(own, JoiningType::Transparent) && scripts(own).any(is_there)
    }

    /// Returns the ranges of the characters, as a pattern.
    fn pattern(is: impl Fn(char) -> bool) -> String {
        let mut pattern = String::new();
        let mut characters = ('\0'..=char::MAX).filter(|own| is(*own)).peekable();
        while let Some(first) = characters.next() {
            let mut last = first;
            while let Some(next) = characters.next_if(|next| u32::from(*next) == u32::from(last) + 1) {
                last = next;
            }
            let or = if pattern.is_empty() { "" } else { " | " };
            write!(pattern, "{or}'\\u{{{:X}}}'", u32::from(first)).unwrap();
            if last != first {
                write!(pattern, "..='\\u{{{:X}}}'", u32::from(last)).unwrap();
            }
        }
        pattern
    }

    /// If a newer Unicode has other characters, the pattern on the right is the new table.
    #[rstest]
    #[case::virama(is_virama, has_virama_class)]
    #[case::dual(joins_both, |own| joins(own, JoiningType::DualJoining))]
    #[case::left(joins_after, |own| joins(own, JoiningType::LeftJoining))]
    #[case::right(joins_before, |own| joins(own, JoiningType::RightJoining))]
    #[case::transparent(is_transparent, is_transparent_there)]
    #[case::pictograph(is_pictograph, |own| CodePointSetData::new::<ExtendedPictographic>().contains(own))]
    fn tables_have_the_properties(#[case] table: fn(char) -> bool, #[case] property: fn(char) -> bool) {
        assert_eq!(pattern(table), pattern(property));
    }
}
