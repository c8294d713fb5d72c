//! What a file that should be started is, by its first bytes.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Bytes that are looked at: an interpreter line is cut at 255, and the headers
/// of a program fit by far.
const HEAD: u64 = 4096;

/// A byte order mark, which some editors put before the interpreter line.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What the first bytes of a file say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Executable {
    /// No byte at all.
    Empty,
    /// An interpreter line.
    Script(Interpreter),
    /// A byte order mark before an interpreter line.
    MarkedScript,
    /// A program of this system's family, for some machine.
    Elf {
        /// The machine, where its number is one of the known.
        machine: Option<&'static str>,
        /// The loader that it names.
        loader: Option<String>,
    },
    /// A program of macOS.
    MachO,
    /// A program of Windows.
    Windows,
    /// WebAssembly.
    WebAssembly,
    /// Anything else: text without an interpreter line, or data.
    Other,
}

/// The interpreter line of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Interpreter {
    /// The interpreter's path, as the system reads it: a carriage return at the
    /// end of a line without arguments belongs to it.
    pub(super) path: String,
    /// Whether the line ends as Windows ends lines.
    pub(super) carriage_return: bool,
}

impl Executable {
    /// None where the file cannot be read, or is none: a pipe would be waited for.
    pub(super) fn of(path: &Path) -> Option<Executable> {
        path.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let mut head = Vec::new();
        File::open(path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
        Some(Executable::of_bytes(&head))
    }

    fn of_bytes(head: &[u8]) -> Executable {
        if head.is_empty() {
            return Executable::Empty;
        }
        if let Some(line) = head.strip_prefix(b"#!") {
            return Executable::Script(Interpreter::of(line));
        }
        if head.strip_prefix(BYTE_ORDER_MARK).is_some_and(|rest| rest.starts_with(b"#!")) {
            return Executable::MarkedScript;
        }
        match head {
            [0x7f, b'E', b'L', b'F', ..] => {
                let header = Elf { head };
                Executable::Elf { machine: header.machine(), loader: header.loader() }
            }
            // Either byte order, 32 and 64 bits, and several machines in one file.
            [0xfe, 0xed, 0xfa, 0xce | 0xcf, ..]
            | [0xce | 0xcf, 0xfa, 0xed, 0xfe, ..]
            | [0xca, 0xfe, 0xba, 0xbe, ..] => Executable::MachO,
            [b'M', b'Z', ..] => Executable::Windows,
            [0, b'a', b's', b'm', ..] => Executable::WebAssembly,
            _ => Executable::Other,
        }
    }
}

impl Interpreter {
    /// `rest` is what stands behind `#!`.
    fn of(rest: &[u8]) -> Interpreter {
        let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = line.trim_ascii_start();
        let path = line.split(|byte| [b' ', b'\t'].contains(byte)).next().unwrap_or_default();
        Interpreter {
            path: String::from_utf8_lossy(path).into_owned(),
            carriage_return: line.ends_with(b"\r"),
        }
    }
}

/// The header of an ELF file, as far as its first bytes hold it.
struct Elf<'a> {
    head: &'a [u8],
}

impl Elf<'_> {
    /// Type of the program header that names the loader.
    const PT_INTERP: u64 = 3;

    fn machine(&self) -> Option<&'static str> {
        Some(match self.number(18, 2)? {
            3 => "x86",
            8 => "mips",
            20 => "powerpc",
            21 => "powerpc64",
            22 => "s390x",
            40 => "arm",
            62 => "x86_64",
            183 => "aarch64",
            243 => "riscv",
            258 => "loongarch64",
            _ => return None,
        })
    }

    /// Looked for in programs of 64 bits alone.
    fn loader(&self) -> Option<String> {
        if self.head.get(4) != Some(&2) {
            return None;
        }
        let (table, size, count) = (self.number(32, 8)?, self.number(54, 2)?, self.number(56, 2)?);
        let entry = (0..count)
            .filter_map(|index| usize::try_from(table.checked_add(index * size)?).ok())
            .find(|at| self.number(*at, 4) == Some(Elf::PT_INTERP))?;
        let start = usize::try_from(self.number(entry.checked_add(8)?, 8)?).ok()?;
        let text = self.head.get(start..)?;
        let end = text.iter().position(|byte| *byte == 0)?;
        Some(String::from_utf8_lossy(&text[..end]).into_owned())
    }

    /// The number of `width` bytes at `at`, in the file's own byte order.
    fn number(&self, at: usize, width: usize) -> Option<u64> {
        let bytes = self.head.get(at..at.checked_add(width)?)?;
        let fold = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        Some(if self.head.get(5) == Some(&2) {
            bytes.iter().fold(0, fold)
        } else {
            bytes.iter().rev().fold(0, fold)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &[u8]) -> (String, bool) {
        let Executable::Script(Interpreter { path, carriage_return }) = Executable::of_bytes(text)
        else {
            panic!("no script")
        };
        (path, carriage_return)
    }

    #[test]
    fn interpreter_lines_are_read_as_the_system_reads_them() {
        assert_eq!(script(b"#!/bin/sh\n"), ("/bin/sh".into(), false));
        assert_eq!(script(b"#! /bin/sh -e\n"), ("/bin/sh".into(), false));
        assert_eq!(script(b"#!/bin/sh\r\necho\r\n"), ("/bin/sh\r".into(), true));
        assert_eq!(script(b"#!/usr/bin/env python3\r\n"), ("/usr/bin/env".into(), true));
        assert_eq!(script(b"#!"), (String::new(), false));
        assert_eq!(Executable::of_bytes(b"\xef\xbb\xbf#!/bin/sh\n"), Executable::MarkedScript);
    }

    #[test]
    fn programs_are_told_by_their_first_bytes() {
        for (bytes, kind) in [
            (&b""[..], Executable::Empty),
            (b"\xcf\xfa\xed\xfe....", Executable::MachO),
            (b"\xca\xfe\xba\xbe", Executable::MachO),
            (b"MZ\x90", Executable::Windows),
            (b"\0asm\x01", Executable::WebAssembly),
            (b"echo '{}'\n", Executable::Other),
            (b"\x7fELF", Executable::Elf { machine: None, loader: None }),
        ] {
            assert_eq!(Executable::of_bytes(bytes), kind);
        }
    }

    /// A header of 64 bits with one program header, which names a loader.
    fn elf(big: bool) -> Vec<u8> {
        let mut bytes = vec![0; 140];
        bytes[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2, if big { 2 } else { 1 }]);
        let mut put = |at: usize, width: usize, number: u64| {
            let all = number.to_be_bytes();
            let field = &mut bytes[at..at + width];
            field.copy_from_slice(&all[8 - width..]);
            if !big {
                field.reverse();
            }
        };
        put(18, 2, 183);
        put(32, 8, 64);
        put(54, 2, 56);
        put(56, 2, 1);
        put(64, 4, 3);
        put(72, 8, 120);
        bytes[120..139].copy_from_slice(b"/lib/ld-there.so.1\0");
        bytes
    }

    #[test]
    fn a_program_names_machine_and_loader_in_either_byte_order() {
        for big in [false, true] {
            let bytes = elf(big);
            let expected = Executable::Elf {
                machine: Some("aarch64"),
                loader: Some("/lib/ld-there.so.1".to_owned()),
            };
            assert_eq!(Executable::of_bytes(&bytes), expected);
            for end in 4..bytes.len() {
                // Nothing panics, and no loader comes out of half a header.
                let Executable::Elf { loader, .. } = Executable::of_bytes(&bytes[..end]) else {
                    panic!("cut at {end}");
                };
                assert!(loader.is_none() || end == bytes.len() - 1, "cut at {end}");
            }
        }
    }
}
