//! Results as JSON: whole or not at all, and safe on a terminal.

use super::output::Output;
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};
use std::path::Path;

/// Writes any value as indented JSON and a line feed. Characters that could act
/// on a terminal are escaped, beyond those that JSON escapes by itself.
///
/// # Errors
/// `out` does not take it.
pub fn write_value(value: &impl Serialize, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    write_lines(value, usize::MAX, out)
}

/// The same, with each object and array beyond that depth, from 1, on one line.
///
/// # Errors
/// `out` does not take it.
pub fn write_lines(
    value: &impl Serialize,
    depth: usize,
    out: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let formatter =
        Printable { layout: PrettyFormatter::new(), lines: depth, depth: 0, any: false };
    value.serialize(&mut Serializer::with_formatter(&mut *out, formatter))?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Writes what `content` writes as one whole file.
///
/// # Errors
/// The file cannot be written; what stood there stands unchanged.
pub fn replace(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    Output::open(path)?.write(content)
}

/// Indented JSON in which every character is printable.
struct Printable {
    layout: PrettyFormatter<'static>,
    /// Down to this depth what nests has lines of its own.
    lines: usize,
    depth: usize,
    /// Whether the object on one line that is written has a member.
    any: bool,
}

impl Printable {
    fn is_in_line(&self) -> bool {
        self.depth > self.lines
    }
}

impl Formatter for Printable {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut plain = 0;
        for (at, character) in fragment.char_indices() {
            if crate::escape::is_printable(character) {
                continue;
            }
            out.write_all(&fragment.as_bytes()[plain..at])?;
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            plain = at + character.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[plain..])
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.is_in_line() { out.write_all(b"[") } else { self.layout.begin_array(out) }
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let is_in_line = self.is_in_line();
        self.depth -= 1;
        if is_in_line { out.write_all(b"]") } else { self.layout.end_array(out) }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        match (self.is_in_line(), first) {
            (true, true) => Ok(()),
            (true, false) => out.write_all(b", "),
            (false, first) => self.layout.begin_array_value(out, first),
        }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        if self.is_in_line() { Ok(()) } else { self.layout.end_array_value(out) }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.any = false;
        if self.is_in_line() { out.write_all(b"{") } else { self.layout.begin_object(out) }
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let is_in_line = self.is_in_line();
        self.depth -= 1;
        match (is_in_line, self.any) {
            (true, true) => out.write_all(b" }"),
            (true, false) => out.write_all(b"}"),
            (false, _) => self.layout.end_object(out),
        }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        match (self.is_in_line(), first) {
            (true, true) => out.write_all(b" "),
            (true, false) => out.write_all(b", "),
            (false, first) => self.layout.begin_object_key(out, first),
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.layout.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.any = true;
        if self.is_in_line() { Ok(()) } else { self.layout.end_object_value(out) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_reads_back() {
        let value = json!({"a\u{9b}": ["\u{7f}\u{202e}x\u{e0001}", "§ ä \" \\ \n", {}, []]});
        let mut text = Vec::new();
        write_value(&value, &mut text).expect("a vector takes everything");
        let text = String::from_utf8(text).expect("text");
        assert!(text.contains(r"\u007f\u202ex\udb40\udc01"), "{text}");
        assert!(text.contains(r#""a\u009b""#) && text.contains("§ ä"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }

    #[test]
    fn beyond_a_depth_everything_is_on_one_line() {
        let value = json!({"a": [{"b": [1, {"\u{9b}": {}}, []], "c": null}, {}], "d": [], "e": {}});
        let mut text = Vec::new();
        write_lines(&value, 2, &mut text).expect("a vector takes everything");
        let expected = "{\n  \"a\": [\n    { \"b\": [1, { \"\\u009b\": {} }, []], \"c\": null },\n    \
                        {}\n  ],\n  \"d\": [],\n  \"e\": {}\n}\n";
        assert_eq!(String::from_utf8(text).expect("text"), expected);
    }

    #[test]
    fn a_file_is_replaced_whole_or_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("result.json");
        fs::write(&path, "old").expect("writes");
        let link = folder.path().join("link");
        symlink(&path, &link).expect("links");
        let error = replace(&link, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("stop"))
        });
        assert!(error.is_err());
        assert_eq!(fs::read_to_string(&path).expect("reads"), "old");
        replace(&link, |out| out.write_all(b"new")).expect("replaces");
        assert_eq!(fs::read_to_string(&path).expect("reads"), "new");
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(folder.path()).expect("lists").count(), 2, "nothing is left");
        replace(Path::new("/dev/null"), |out| out.write_all(b"x")).expect("a device");
        assert!(!Path::new("/dev/null").is_file());
        assert!(replace(&folder.path().join("no/such"), |_| Ok(())).is_err());
    }
}
