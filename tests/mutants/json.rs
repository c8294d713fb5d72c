//! Changes to JSON texts: spellings that mean the same, and faults.

use super::Random;
use serde_json::Value;

/// The value of a canonical text, spelled at random. What it means is the same.
pub(super) fn respelled_text(text: &[u8], random: &mut Random) -> Vec<u8> {
    let value: Value = serde_json::from_slice(text).expect("a text of our own");
    let mut out = String::new();
    respell(&value, &mut out, random);
    out.into_bytes()
}

fn respell(value: &Value, out: &mut String, random: &mut Random) {
    space(out, random);
    match value {
        Value::Null | Value::Bool(_) => out.push_str(&value.to_string()),
        Value::Number(number) => respell_number(number, out, random),
        Value::String(text) => respell_string(text, out, random),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                respell(item, out, random);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            let mut members: Vec<_> = members.iter().collect();
            let rotated = random.below(members.len());
            members.rotate_left(rotated);
            for (at, (name, member)) in members.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                space(out, random);
                respell_string(name, out, random);
                space(out, random);
                out.push(':');
                respell(member, out, random);
            }
            out.push('}');
        }
    }
    space(out, random);
}

fn space(out: &mut String, random: &mut Random) {
    if random.once_in(6) {
        out.push_str(random.of(&[" ", "\t", "\r", "  "]));
    }
}

fn respell_number(number: &serde_json::Number, out: &mut String, random: &mut Random) {
    let text = number.to_string();
    out.push_str(&text);
    if number.is_i64() {
        out.push_str(random.of(&["", "", "", ".0", "e0", "E+0", ".000e-0"]));
    }
}

fn respell_string(text: &str, out: &mut String, random: &mut Random) {
    out.push('"');
    for character in text.chars() {
        let must = matches!(character, '"' | '\\' | '\0'..='\x1f');
        if character == '/' && random.once_in(3) {
            out.push_str("\\/");
        } else if must || random.once_in(20) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                let digits = format!("\\u{unit:04x}");
                out.push_str(&if random.once_in(2) { digits.replace('a', "A") } else { digits });
            }
        } else {
            out.push(character);
        }
    }
    out.push('"');
}

/// Changes the events file between its lines or within one.
pub(super) fn change_lines(file: &mut Vec<u8>, random: &mut Random) -> String {
    let ends: Vec<usize> =
        file.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    if ends.is_empty() {
        file.extend(b"{}\n");
        return "a line without members".to_owned();
    }
    let line = random.below(ends.len());
    let (start, end) = (if line == 0 { 0 } else { ends[line - 1] + 1 }, ends[line]);
    let mut put = |at: usize, bytes: &[u8]| drop(file.splice(at..at, bytes.iter().copied()));
    match random.below(10) {
        0 => put(end, b"\r"),
        1 => put(end, b"\n"),
        2 => put(
            end + 1,
            random.of(&[&b" \t\n"[..], b"\r\n", b"\xe2\x80\xa8\n", b"null\n", b"[]\n", b"{}\n"]),
        ),
        3 => drop(file.pop()),
        4 => put(end, random.of(&[&b" "[..], b" {}", b"x", b"\0", b",", b"\xc2\x85", b"\x0c"])),
        5 => put(start, random.of(&[&b" "[..], b"\xef\xbb\xbf", b"\xff", b"[", b"\x0b", b"\r\t"])),
        _ => {
            let mut text = file[start..end].to_vec();
            let change = change_text(&mut text, random);
            file.splice(start..end, text);
            return format!("line {line}: {change}");
        }
    }
    format!("bytes at line {line} of the file")
}

/// Changes one text: respells it, or puts in something that is read otherwise.
pub(super) fn change_text(text: &mut Vec<u8>, random: &mut Random) -> String {
    const MEMBERS: [&str; 26] = [
        "\"a\":NaN,",
        "\"a\":Infinity,",
        "\"a\":1e400,",
        "\"a\":-1e400,",
        "\"a\":1e-400,",
        "\"a\":12345678901234567890123,",
        "\"a\":9007199254740993,",
        "\"a\":0.1e1,",
        "\"a\":01,",
        "\"a\":-0,",
        "\"a\":1.,",
        "\"a\":+1,",
        "\"a\":\"\\ud800\",",
        "\"a\":\"\\udc00\\ud800\",",
        "\"a\":\"\\ud83d\\ude00\",",
        "\"\\ud800\":1,",
        "\"a\":\"\\x\",",
        "\"a\":\"\t\",",
        "\"a\":1,\"a\":1,",
        "\"a\":1,\"\\u0061\":2,",
        "\"assayseq\":0,",
        "\"run_id\":\"run-7\",",
        "\"a\":{\"b\":1,\"b\":1},",
        "\"a\":'x',",
        "\"a\":true false,",
        ",",
    ];
    let opened = text.iter().position(|byte| *byte == b'{').map_or(0, |at| at + 1);
    match random.below(8) {
        0 | 1 if serde_json::from_slice::<Value>(text).is_ok() => {
            *text = respelled_text(text, random);
            "respelled".to_owned()
        }
        2 => {
            let levels = random.of(&[1, 60, 62, 63, 64, 65, 100, 127, 128]);
            let (open, close) = random.of(&[("[", "]"), ("{\"\":", "}")]);
            let nested = format!("\"a\":{}0{},", open.repeat(levels), close.repeat(levels));
            text.splice(opened..opened, nested.into_bytes());
            format!("a member of {levels} levels")
        }
        3 => {
            let at = random.below(text.len());
            let byte = random.next() as u8;
            if let Some(old) = text.get_mut(at) {
                *old = byte;
            }
            format!("byte {at} is {byte:#04x}")
        }
        _ => {
            let member = random.of(&MEMBERS);
            text.splice(opened..opened, member.bytes());
            format!("a member {member}")
        }
    }
}
