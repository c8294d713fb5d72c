//! JSON as Python's `json` module writes it by default, which is the form of
//! packs, captures and run records: members sorted, ASCII only.

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};

/// Two blanks of indentation, one line feed at the end.
pub(crate) fn indented(value: &Value) -> Vec<u8> {
    written(value, PrettyFormatter::new())
}

/// No blanks, one line feed at the end.
pub(crate) fn line(value: &Value) -> Vec<u8> {
    written(value, CompactFormatter)
}

/// How many bytes `text` takes inside a JSON string.
pub(crate) fn escaped_length(text: &str) -> usize {
    text.chars().map(escaped_char_length).sum()
}

pub(crate) fn escaped_char_length(character: char) -> usize {
    match character {
        '"' | '\\' | '\u{8}' | '\t' | '\n' | '\u{c}' | '\r' => 2,
        ' '..='~' => 1,
        _ => 6 * character.len_utf16(),
    }
}

fn written<L: Formatter>(value: &Value, layout: L) -> Vec<u8> {
    let mut text = Vec::new();
    // Objects of serde_json sort their members by code point, as Python does.
    value
        .serialize(&mut Serializer::with_formatter(&mut text, Python { layout }))
        .expect("names are strings, and writing to memory does not fail");
    text.push(b'\n');
    text
}

struct Python<L> {
    layout: L,
}

/// Hands a method on to the layout.
macro_rules! layout {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(fn $name<W: ?Sized + Write>(&mut self, out: &mut W, $($argument: $type),*) -> io::Result<()> {
            self.layout.$name(out, $($argument),*)
        })*
    };
}

impl<L: Formatter> Formatter for Python<L> {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut plain = 0;
        for (at, character) in fragment.char_indices().filter(|(_, c)| !(' '..='~').contains(c)) {
            out.write_all(&fragment.as_bytes()[plain..at])?;
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            plain = at + character.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[plain..])
    }

    fn write_f64<W: ?Sized + Write>(&mut self, out: &mut W, number: f64) -> io::Result<()> {
        out.write_all(float(number).as_bytes())
    }

    layout! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

/// A number that came from canonical JSON, where no point and no exponent
/// stand in an integer below 1e21: Python reads and writes that as an integer,
/// and everything else as its `repr` of a double.
fn float(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e21 {
        return format!("{number:.0}");
    }
    let shortest = format!("{number:e}");
    let (digits, exponent) = shortest.split_once('e').expect("this format has an exponent");
    let exponent: i32 = exponent.parse().expect("an exponent is an integer");
    if (-4..16).contains(&exponent) {
        return format!("{number}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(value: &Value) -> String {
        String::from_utf8(line(value)).expect("ASCII")
    }

    #[test]
    fn strings_are_escaped_as_python_does() {
        let hostile =
            "\u{8}\t\n\u{c}\r\"\\/\u{0}\u{1f}\u{7f}~\u{80}\u{e9}\u{2014}\u{ffff}\u{1f642}";
        let escaped = r#"\b\t\n\f\r\"\\/\u0000\u001f\u007f~\u0080\u00e9\u2014\uffff\ud83d\ude42"#;
        assert_eq!(text(&json!(hostile)), format!("\"{escaped}\"\n"));
        assert_eq!(escaped_length(hostile), escaped.len());
    }

    #[test]
    fn members_are_sorted_and_indented() {
        let value = json!({"b": [], "a": {"\u{e9}": null, "Z": [1, {}]}});
        assert_eq!(text(&value), "{\"a\":{\"Z\":[1,{}],\"\\u00e9\":null},\"b\":[]}\n");
        let indented = String::from_utf8(indented(&value)).expect("ASCII");
        assert_eq!(
            indented,
            "{\n  \"a\": {\n    \"Z\": [\n      1,\n      {}\n    ],\n    \"\\u00e9\": null\n  },\n  \"b\": []\n}\n"
        );
    }

    #[test]
    fn numbers_are_spelled_as_python_does() {
        for (number, spelled) in [
            (0.5, "0.5"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (0.0001, "0.0001"),
            (0.000_01, "1e-05"),
            (1.5e-7, "1.5e-07"),
            (-2.5, "-2.5"),
        ] {
            assert_eq!(float(number), spelled);
        }
        assert_eq!(text(&json!([1, -3])), "[1,-3]\n");
    }
}
