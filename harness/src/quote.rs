//! Command lines as a shell reads them.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;

/// `arguments` as one line that a shell takes apart into the same arguments
/// and that a terminal shows as it is: control characters and bytes that are
/// not UTF-8 stand in the `$'…'` form of bash, zsh and ksh.
pub fn command_line<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let words: Vec<String> =
        arguments.into_iter().map(|argument| word(argument.as_ref())).collect();
    words.join(" ")
}

fn word(argument: &OsStr) -> String {
    let bytes = argument.as_bytes();
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./:=@%+,".contains(byte);
    match argument.to_str() {
        Some(text) if !text.is_empty() && bytes.iter().all(plain) => text.to_owned(),
        Some(text) if crate::escape::escape(text, usize::MAX) == text => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        Some(_) | None => {
            let mut quoted = String::from("$'");
            for byte in bytes {
                match byte {
                    b'\'' | b'\\' => {
                        quoted.push('\\');
                        quoted.push(char::from(*byte));
                    }
                    b' '..=b'~' => quoted.push(char::from(*byte)),
                    _ => {
                        let _ = write!(quoted, "\\x{byte:02x}");
                    }
                }
            }
            quoted.push('\'');
            quoted
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(command_line(["run", "--only", "ok-001"]), "run --only ok-001");
        assert_eq!(command_line(["a b", "", "it's", "*"]), r"'a b' '' 'it'\''s' '*'");
        assert_eq!(command_line(["\u{1b}'"]), r"$'\x1b\''");
        assert_eq!(command_line([OsStr::from_bytes(b"\xff")]), r"$'\xff'");
    }
}
