//! Joiners and selectors, which are invisible, but part of the text between certain characters: U+200C and U+200D where RFC
//! 5892, appendices A.1 and A.2, and UAX 31, section 2.3, allow them, and U+200D and U+FE0F in emoji (UTS 51).

/// Returns whether the character at the end of `before` is part of the text. `after` is the text after the character.
pub(super) fn is_text(before: &str, character: char, after: &str) -> bool {
    let last = before.chars().next_back();
    match character {
        '\u{FE0F}' => last.is_some_and(is_pictograph),
        '\u{200C}' => last.is_some_and(is_virama) || breaks_a_join(before, after),
        '\u{200D}' => {
            let begins = last.is_some_and(|own| {
                is_pictograph(own) || matches!(own, '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
            });
            last.is_some_and(is_virama) || begins && after.chars().next().is_some_and(is_pictograph)
        }
        _ => false,
    }
}

/// Returns whether the letters around a U+200C would be joined without it.
fn breaks_a_join(before: &str, after: &str) -> bool {
    let last = before.chars().rev().find(|own| !is_transparent(*own));
    let first = after.chars().find(|own| !is_transparent(*own));
    last.is_some_and(joins_on_both_sides)
        && first.is_some_and(|own| joins_on_both_sides(own) || joins_before(own))
}

/// Returns whether the character has the canonical combining class Virama.
fn is_virama(own: char) -> bool {
    matches!(
        own,
        '\u{94D}'
            | '\u{9CD}'
            | '\u{A4D}'
            | '\u{ACD}'
            | '\u{B4D}'
            | '\u{BCD}'
            | '\u{C4D}'
            | '\u{CCD}'
            | '\u{D3B}'
            | '\u{D3C}'
            | '\u{D4D}'
            | '\u{DCA}'
            | '\u{E3A}'
            | '\u{EBA}'
            | '\u{F84}'
            | '\u{1039}'
            | '\u{103A}'
            | '\u{1714}'
            | '\u{1715}'
            | '\u{1734}'
            | '\u{17D2}'
            | '\u{1A60}'
            | '\u{1B44}'
            | '\u{1BAA}'
            | '\u{1BAB}'
            | '\u{1BF2}'
            | '\u{1BF3}'
            | '\u{2D7F}'
            | '\u{A806}'
            | '\u{A82C}'
            | '\u{A8C4}'
            | '\u{A953}'
            | '\u{A9C0}'
            | '\u{AAF6}'
            | '\u{ABED}'
            | '\u{10A3F}'
            | '\u{11046}'
            | '\u{11070}'
            | '\u{1107F}'
            | '\u{110B9}'
            | '\u{11133}'
            | '\u{11134}'
            | '\u{111C0}'
            | '\u{11235}'
            | '\u{112EA}'
            | '\u{1134D}'
            | '\u{11442}'
            | '\u{114C2}'
            | '\u{115BF}'
            | '\u{1163F}'
            | '\u{116B6}'
            | '\u{1172B}'
            | '\u{11839}'
            | '\u{1193D}'
            | '\u{1193E}'
            | '\u{119E0}'
            | '\u{11A34}'
            | '\u{11A47}'
            | '\u{11A99}'
            | '\u{11C3F}'
            | '\u{11D44}'
            | '\u{11D45}'
            | '\u{11D97}'
    )
}

/// Returns whether the mark has the joining type Transparent. Of the other scripts, few texts have one beside a U+200C.
fn is_transparent(own: char) -> bool {
    matches!(
        own,
        '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E4}'
            | '\u{6E7}' | '\u{6E8}' | '\u{6EA}'..='\u{6ED}' | '\u{711}' | '\u{730}'..='\u{74A}'
            | '\u{8CA}'..='\u{8E1}' | '\u{8E3}'..='\u{8FF}'
    )
}

/// Returns whether the letter has the joining type Right: it joins the letter before it, but not the one after it.
fn joins_before(own: char) -> bool {
    matches!(
        own,
        '\u{622}'..='\u{625}' | '\u{627}' | '\u{629}' | '\u{62F}'..='\u{632}' | '\u{648}' | '\u{671}'..='\u{673}'
            | '\u{675}'..='\u{677}' | '\u{688}'..='\u{699}' | '\u{6C0}' | '\u{6C3}'..='\u{6CB}' | '\u{6CD}' | '\u{6CF}'
            | '\u{6D2}' | '\u{6D3}' | '\u{6D5}' | '\u{6EE}' | '\u{6EF}' | '\u{710}' | '\u{715}'..='\u{719}'
            | '\u{71E}' | '\u{728}' | '\u{72A}' | '\u{72C}' | '\u{72F}' | '\u{759}'..='\u{75B}' | '\u{76B}'
            | '\u{76C}' | '\u{771}' | '\u{773}' | '\u{774}' | '\u{778}' | '\u{779}' | '\u{870}'..='\u{882}'
            | '\u{88E}' | '\u{8AA}'..='\u{8AC}' | '\u{8AE}' | '\u{8B1}' | '\u{8B2}' | '\u{8B9}'
    )
}

/// Returns whether the letter has the joining type Dual: it joins the letters before and after it.
fn joins_on_both_sides(own: char) -> bool {
    // Arabic, Syriac, N'Ko, Mandaic, Mongolian, Phags-pa and Adlam, except for letters that do not join.
    let is_of_script = matches!(
        own,
        '\u{620}'..='\u{64A}' | '\u{66E}'..='\u{6D5}' | '\u{6FA}'..='\u{6FF}' | '\u{710}'..='\u{72F}'
            | '\u{74D}'..='\u{77F}' | '\u{7CA}'..='\u{7EA}' | '\u{840}'..='\u{858}' | '\u{860}'..='\u{86A}'
            | '\u{886}'..='\u{88D}' | '\u{8A0}'..='\u{8C7}' | '\u{1820}'..='\u{1878}' | '\u{1887}'..='\u{18AA}'
            | '\u{A840}'..='\u{A871}' | '\u{1E900}'..='\u{1E943}'
    );
    let joins_nothing = matches!(own, '\u{621}' | '\u{674}' | '\u{6D4}' | '\u{8AD}' | '\u{861}' | '\u{866}');
    is_of_script && !joins_nothing && !joins_before(own)
}

/// Returns whether the character is in a block of pictographs, from which emoji are composed.
fn is_pictograph(own: char) -> bool {
    matches!(
        own,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21AA}'
            | '\u{231A}'..='\u{23FF}' | '\u{25AA}'..='\u{27BF}' | '\u{2934}' | '\u{2935}' | '\u{2B05}'..='\u{2B55}'
            | '\u{1F000}'..='\u{1F1E5}' | '\u{1F200}'..='\u{1F3FA}' | '\u{1F400}'..='\u{1FAFF}'
    )
}
