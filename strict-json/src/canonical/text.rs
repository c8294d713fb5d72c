//! Strings and numbers in canonical form.

/// Length of the run of bytes at the start that stand for themselves in a
/// canonical string: no quote, no backslash, no control character.
pub(super) fn plain(bytes: &[u8]) -> usize {
    const LANES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = LANES * 0x80;
    let mut words = bytes.chunks_exact(8);
    let mut run = 0;
    for word in words.by_ref() {
        let mut lanes = [0; 8];
        lanes.copy_from_slice(word);
        let word = u64::from_le_bytes(lanes);
        // Eight bytes at a time: a lane's high bit is set where the byte is
        // below the subtrahend. A borrow can only disturb lanes above a hit,
        // so that the lowest hit is exact.
        let below = |word: u64, bound: u64| word.wrapping_sub(LANES * bound) & !word;
        let quote = word ^ (LANES * u64::from(b'"'));
        let backslash = word ^ (LANES * u64::from(b'\\'));
        let hits = (below(word, 0x20) | below(quote, 1) | below(backslash, 1)) & HIGH;
        if hits != 0 {
            return run + (hits.trailing_zeros() / 8) as usize;
        }
        run += 8;
    }
    let is_plain = |byte: &u8| *byte >= 0x20 && !matches!(byte, b'"' | b'\\');
    run + words.remainder().iter().take_while(|byte| is_plain(byte)).count()
}

/// Length of the canonical escape at the start, backslash included: the short
/// form where there is one, else `\u00` and two lowercase digits, and only for
/// characters that need it.
pub(super) fn escape(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\\', b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't', ..] => Some(2),
        [b'\\', b'u', b'0', b'0', b'0', b'0'..=b'7' | b'b' | b'e' | b'f', ..]
        | [b'\\', b'u', b'0', b'0', b'1', b'0'..=b'9' | b'a'..=b'f', ..] => Some(6),
        _ => None,
    }
}

/// The character that a canonical escape stands for.
pub(super) fn unescape(escape: &[u8]) -> char {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => byte - b'0',
        _ => byte - b'a' + 10,
    };
    match escape {
        [_, b'u', _, _, high, low] => char::from(digit(*high) * 16 + digit(*low)),
        [_, b'b'] => '\u{8}',
        [_, b'f'] => '\u{c}',
        [_, b'n'] => '\n',
        [_, b'r'] => '\r',
        [_, b't'] => '\t',
        [.., itself] => char::from(*itself),
        [] => char::REPLACEMENT_CHARACTER,
    }
}

/// Appends a string in canonical form, quotes included.
pub(super) fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    loop {
        let (run, behind) = rest.split_at(plain(rest));
        out.extend_from_slice(run);
        let Some((special, behind)) = behind.split_first() else { break };
        write_escape(out, *special);
        rest = behind;
    }
    out.push(b'"');
}

fn write_escape(out: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x09 => b't',
        0x0a => b'n',
        0x0c => b'f',
        0x0d => b'r',
        control => {
            let digits = [DIGITS[usize::from(control >> 4)], DIGITS[usize::from(control & 15)]];
            out.extend_from_slice(b"\\u00");
            out.extend_from_slice(&digits);
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

/// Appends a number as ECMAScript writes it.
pub(super) fn write_number(out: &mut Vec<u8>, number: f64) {
    out.extend_from_slice(ryu_js::Buffer::new().format_finite(number).as_bytes());
}

/// Whether `text` is how ECMAScript writes some number.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    // Fifteen digits are exact in a double and are written out.
    if digits.len() <= 15 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return if digits.starts_with('0') { text == "0" } else { !digits.is_empty() };
    }
    // No number that ECMAScript writes is longer than 25 characters.
    text.len() <= 25
        && text.parse().is_ok_and(|number: f64| {
            number.is_finite() && ryu_js::Buffer::new().format_finite(number) == text
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_at_the_first_special_byte() {
        for length in 0..40 {
            for special in [b'"', b'\\', 0, 0x1f, b'\n'] {
                let mut bytes = vec![b'a'; length];
                bytes.push(special);
                bytes.extend(b"\"\\\0 beyond it");
                assert_eq!(plain(&bytes), length, "{special} at {length}");
            }
            for harmless in [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xff] {
                assert_eq!(plain(&vec![harmless; length]), length, "{harmless}");
            }
        }
    }

    #[test]
    fn each_character_has_one_escape_or_none() {
        for code in 0..=0xff_u8 {
            let mut written = Vec::new();
            write_string(&mut written, &char::from(code).to_string());
            let inner = &written[1..written.len() - 1];
            if inner.first() == Some(&b'\\') {
                assert_eq!(escape(inner), Some(inner.len()));
                assert_eq!(unescape(inner), char::from(code));
            }
        }
        for other in ["\\/", "\\u0041", "\\u000A", "\\u000a", "\\u001F", "\\u007f", "\\u0022"] {
            assert_eq!(escape(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn numbers_have_one_spelling() {
        for text in [
            "0",
            "1",
            "-1",
            "10",
            "123456789012345",
            "9007199254740992",
            "100000000000000000000",
            "1e+21",
            "1.5",
            "-0.1",
            "0.000001",
            "1e-7",
            "5e-324",
            "1.7976931348623157e+308",
        ] {
            assert!(is_number(text), "{text}");
        }
        for text in [
            "",
            "-",
            "-0",
            "00",
            "01",
            "-01",
            "+1",
            "1.",
            ".5",
            "1.0",
            "1e0",
            "1E+21",
            "1e21",
            "9007199254740993",
            "1000000000000000000000",
            "0.0000001",
            "1e400",
            "NaN",
            "inf",
            "infinity",
            "-inf",
            "1_0",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }
}
