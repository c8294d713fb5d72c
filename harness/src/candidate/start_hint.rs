//! What a failed start probably means, and what to do about it.

use super::executable::{Executable, Interpreter};
use super::near_name::near;
use super::start_word;
use crate::escape::escape;
use crate::quote;
use rustix::io::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;

/// Characters of an interpreter or loader that are shown.
const SHOWN: usize = 100;

/// The interpreter that usually stands before a file of that ending.
const INTERPRETERS: [(&str, &str); 11] = [
    ("py", "python3"),
    ("js", "node"),
    ("mjs", "node"),
    ("cjs", "node"),
    ("sh", "sh"),
    ("bash", "bash"),
    ("rb", "ruby"),
    ("pl", "perl"),
    ("jar", "java -jar"),
    ("java", "java"),
    ("go", "go run"),
];

/// Whoever reads this has an errno already: none where it says all there is.
/// `program` is absolute where it was given as a path, else the bare name.
pub(super) fn hint(program: &OsStr, errno: Errno) -> Option<String> {
    if program.as_bytes().contains(&b'/') {
        of_path(Path::new(program), errno)
    } else {
        of_name(program, errno)
    }
}

fn of_name(name: &OsStr, errno: Errno) -> Option<String> {
    if ![Errno::NOENT, Errno::ACCESS].contains(&errno) {
        return None;
    }
    let read = |text: &str| text.split_whitespace().next().and_then(start_word::hint);
    if let Some(hint) = name.to_str().and_then(read).or_else(|| split(name)) {
        return Some(hint);
    }
    let quoted = quote::command_line([name]);
    if errno == Errno::ACCESS {
        return Some("PATH has it, but it may not be executed (chmod +x)".to_owned());
    }
    if Path::new(name).is_file() {
        let here = "no program of that name is in PATH, but this folder has such a file";
        let interpreter = interpreter(Path::new(name));
        // Marked executable and with a path, it would be no program all the same.
        if let Some(Executable::Other | Executable::Empty) = Executable::of(Path::new(name)) {
            return Some(match interpreter {
                Some(one) => format!("{here}, without an interpreter line: -- {one} {quoted}"),
                None => format!("{here}, and {}", no_program(Path::new(name))),
            });
        }
        let or = interpreter.map(|one| format!(", or -- {one} {quoted}")).unwrap_or_default();
        // Else the next start would fail too.
        let mode = Path::new(name).metadata().map_or(0, |it| it.permissions().mode());
        let mark =
            if mode & 0o111 == 0 { format!("chmod +x {quoted} and ") } else { String::new() };
        return Some(format!("{here}: {mark}write ./{quoted}{or}"));
    }
    if let Some(near) = near(Path::new(name)) {
        return Some(format!("no program of that name is in PATH, but this folder has {near}"));
    }
    Some(
        "no program of that name is in PATH; if it is an alias or a function of your shell, put \
         what it stands for into: sh -c '... \"$1\"' --"
            .to_owned(),
    )
}

fn of_path(path: &Path, errno: Errno) -> Option<String> {
    let metadata = path.metadata().ok();
    match errno {
        Errno::NOENT if metadata.is_some() => Some(missing_interpreter(path)),
        Errno::NOENT => Some(missing(path)),
        Errno::ACCESS => Some(denied(path, metadata.as_ref()?)),
        Errno::NOEXEC => Some(no_program(path)),
        Errno::NOTDIR => Some("a part of that path is a file and no folder".to_owned()),
        Errno::LOOP => Some("its symbolic links lead in a circle".to_owned()),
        Errno::TXTBSY => {
            Some("somebody still writes to the file: start it once it is built".to_owned())
        }
        _ => None,
    }
}

/// A program and its arguments in one word.
fn split(name: &OsStr) -> Option<String> {
    let text = name.to_str()?.trim();
    text.contains(char::is_whitespace).then(|| one_word(text))
}

/// The same of a path: what stands before a blank is a file.
fn split_path(path: &Path) -> Option<String> {
    let text = path.to_str()?.trim_end();
    let (program, arguments) = text
        .match_indices(char::is_whitespace)
        .map(|(at, _)| text.split_at(at))
        .find(|(program, _)| Path::new(program).is_file())?;
    Some(one_word(&format!("{}{arguments}", quote::command_line([program]))))
}

fn one_word(words: &str) -> String {
    /// Characters of the words: a path in full, and some arguments.
    const WORDS: usize = 500;
    format!(
        "it is one word with blanks in it; program and arguments are words of their own: -- {}",
        escape(words, WORDS)
    )
}

fn missing(path: &Path) -> String {
    if path.symlink_metadata().is_ok() {
        return "it is a symbolic link to a file that is not there".to_owned();
    }
    if let Some(hint) = split_path(path).or_else(|| unread(path)) {
        return hint;
    }
    let mut hint = match path.parent().filter(|parent| !parent.is_dir()) {
        Some(parent) => format!("there is no folder {}", quote::command_line([parent])),
        None => "there is no such file".to_owned(),
    };
    if let Some(near) = near(path) {
        hint.push_str(&format!(", but there is {near}"));
    }
    if path.to_string_lossy().trim_end().contains(char::is_whitespace) {
        hint.push_str(
            "; should this be a program and its arguments, give them as words of their own",
        );
    }
    hint
}

/// What a shell would have read in the part of a path that is not there.
fn unread(path: &Path) -> Option<String> {
    let absent = path.ancestors().take_while(|part| part.symlink_metadata().is_err()).last()?;
    let line = match absent.parent() {
        Some(folder) => path.strip_prefix(folder).ok()?,
        None => path,
    };
    start_word::unread(absent.file_name()?.to_str()?, line.to_str()?)
}

fn missing_interpreter(path: &Path) -> String {
    match Executable::of(path) {
        Some(Executable::Script(interpreter)) => interpreter_hint(path, &interpreter, "not there"),
        Some(Executable::Elf { loader: Some(loader), .. }) => format!(
            "the file is there, but its loader {} is not: it was built for another system or \
             another C library",
            escape(&loader, SHOWN)
        ),
        _ => "the file is there, but the interpreter or loader that it names is not".to_owned(),
    }
}

/// `what` is the matter with the interpreter.
fn interpreter_hint(path: &Path, interpreter: &Interpreter, what: &str) -> String {
    if interpreter.carriage_return {
        let file = quote::command_line([path]);
        return format!(
            "the file is there, but it has Windows line endings, so that its interpreter's name \
             ends in a carriage return: sed -i 's/\\r$//' {file}"
        );
    }
    format!(
        "the file is there, but the interpreter of its first line, {}, is {what}; #!/usr/bin/env \
         NAME looks NAME up in PATH",
        escape(&interpreter.path, SHOWN)
    )
}

fn denied(path: &Path, metadata: &std::fs::Metadata) -> String {
    if metadata.is_dir() {
        return "it is a folder; name the program in it".to_owned();
    }
    if !metadata.is_file() {
        let kind = metadata.file_type();
        let what = match (kind.is_fifo(), kind.is_socket()) {
            (true, _) => "a pipe",
            (_, true) => "a socket",
            (false, false) => "a device",
        };
        return format!("it is {what} and no program");
    }
    if metadata.permissions().mode() & 0o111 == 0
        && let Some(Executable::Other | Executable::Empty) = Executable::of(path)
    {
        return format!("the file is not marked executable, and {}", no_program(path));
    }
    if metadata.permissions().mode() & 0o111 == 0 {
        return format!(
            "the file is not marked executable: chmod +x {}",
            quote::command_line([path])
        );
    }
    match Executable::of(path) {
        Some(Executable::Script(interpreter))
            if Path::new(&interpreter.path).metadata().is_ok() =>
        {
            interpreter_hint(path, &interpreter, "not allowed to be executed, or a folder")
        }
        _ => "it is marked executable, but not for this user, or its file system forbids it \
              (mounted noexec)"
            .to_owned(),
    }
}

fn no_program(path: &Path) -> String {
    let ours = std::env::consts::ARCH;
    match Executable::of(path) {
        Some(Executable::Empty) => "the file is empty: has it been built?".to_owned(),
        Some(Executable::Elf { machine: Some(machine), .. }) if machine != ours => format!(
            "it is a program for another kind of machine: {machine}, and this one is {ours}; build \
             it for this one"
        ),
        Some(Executable::Elf { .. }) => {
            "it is a library or a damaged program, or one for another kind of machine".to_owned()
        }
        Some(Executable::MachO) => {
            format!("it is a program for macOS or Java; build it for {ours} Linux")
        }
        Some(Executable::Windows) => {
            format!("it is a program for Windows; build it for this system ({ours})")
        }
        Some(Executable::WebAssembly) => {
            "it is WebAssembly: put its runtime before it, as in: -- wasmtime FILE".to_owned()
        }
        Some(Executable::MarkedScript) => {
            "a byte order mark stands before its interpreter line; save it as UTF-8 without one"
                .to_owned()
        }
        Some(Executable::Script(_)) => "its interpreter line names no interpreter".to_owned(),
        Some(Executable::Other) | None => {
            let interpreter = interpreter(path).unwrap_or("INTERPRETER");
            format!(
                "it has no interpreter line: make its first line #!/usr/bin/env NAME, or name the \
                 interpreter: -- {interpreter} {}",
                quote::command_line([path])
            )
        }
    }
}

/// What usually stands before a file with this ending.
fn interpreter(path: &Path) -> Option<&'static str> {
    let ending = path.extension().and_then(OsStr::to_str)?;
    let known = INTERPRETERS.iter().find(|(known, _)| *known == ending);
    known.map(|(_, interpreter)| *interpreter)
}

/// What a program says that a script, started all right, could not start itself
/// (exit status 126 or 127): none where its file shows no reason.
pub(super) fn inner(program: &OsStr) -> Option<String> {
    // A bare name is looked up in PATH: what is here is another file.
    let path = Some(Path::new(program)).filter(|_| program.as_bytes().contains(&b'/'))?;
    let Some(Executable::Script(interpreter)) = Executable::of(path) else { return None };
    interpreter.carriage_return.then(|| interpreter_hint(path, &interpreter, "not there"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn told(program: &str, errno: Errno) -> String {
        hint(OsStr::new(program), errno).expect("a hint")
    }

    #[test]
    fn a_bare_name_is_told_from_words_of_the_shell_and_files_of_the_folder() {
        assert!(told("source", Errno::NOENT).contains("a word of the shell"));
        assert!(told("FOO=1 verify", Errno::NOENT).contains("env FOO=1 PROGRAM"));
        assert!(told("$(which verify)", Errno::NOENT).contains("not expanded"));
        assert!(told("cargo", Errno::NOENT).contains("this folder has Cargo.toml"));
        assert!(told("Cargo.toml", Errno::NOENT).contains("it has no interpreter line"));
        assert!(told("python3 verify.py", Errno::NOENT).contains("-- python3 verify.py"));
        assert!(told("no-such-name", Errno::NOENT).contains("alias or a function"));
        assert!(told("no-such-name", Errno::ACCESS).contains("may not be executed"));
        assert_eq!(hint(OsStr::new("no-such-name"), Errno::NOMEM), None);
    }

    /// A file of these bytes, and what is said of it at `errno`.
    fn file(name: &str, bytes: &[u8], mode: u32, errno: Errno) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("writes");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        hint(path.as_os_str(), errno).expect("a hint")
    }

    #[test]
    fn a_file_is_told_by_what_it_is() {
        let mut other = b"\x7fELF\x02\x01".to_vec();
        other.resize(64, 0);
        other[18] = if std::env::consts::ARCH == "s390x" { 62 } else { 22 };
        for (name, bytes, mode, errno, part) in [
            ("empty", &b""[..], 0o755, Errno::NOEXEC, "is empty"),
            ("v.py", b"print()", 0o755, Errno::NOEXEC, "-- python3 /"),
            ("v", b"print()", 0o755, Errno::NOEXEC, "-- INTERPRETER /"),
            ("v", other.as_slice(), 0o755, Errno::NOEXEC, "another kind of machine: "),
            ("v", b"MZ..", 0o755, Errno::NOEXEC, "for Windows"),
            ("v", b"\xcf\xfa\xed\xfe", 0o755, Errno::NOEXEC, "for macOS"),
            ("v", b"\0asm", 0o755, Errno::NOEXEC, "wasmtime"),
            ("v", b"\xef\xbb\xbf#!/bin/sh\n", 0o755, Errno::NOEXEC, "byte order mark"),
            ("v", b"#!/no/sh\n", 0o755, Errno::NOENT, "/no/sh, is not there"),
            ("a v", b"#!/bin/sh\r\n", 0o755, Errno::NOENT, "sed -i 's/\\r$//' '/"),
            ("v", b"#!/etc\n", 0o755, Errno::ACCESS, "/etc, is not allowed"),
            ("v", b"#!/bin/sh\n", 0o644, Errno::ACCESS, "chmod +x /"),
            ("v", b"\x7fELF", 0o644, Errno::ACCESS, "chmod +x /"),
            ("v.jar", b"PK..", 0o644, Errno::ACCESS, "-- java -jar /"),
            ("v", b"", 0o644, Errno::ACCESS, "executable, and the file is empty"),
            ("v", b"", 0o755, Errno::ACCESS, "noexec"),
            ("v", b"", 0o755, Errno::TXTBSY, "still writes"),
        ] {
            let told = file(name, bytes, mode, errno);
            assert!(told.contains(part), "{part}: {told}");
        }
    }

    #[test]
    fn a_path_that_is_not_there_is_told_by_what_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
        std::os::unix::fs::symlink("nowhere", place("link")).expect("links");
        assert!(told(&place("link"), Errno::NOENT).contains("symbolic link"));
        assert!(told(&place("no/file"), Errno::NOENT).contains("there is no folder /"));
        assert_eq!(told(&place("file"), Errno::NOENT), "there is no such file");
        for words in ["verify --json", "python3 /no/verify.py"] {
            assert!(told(&place(words), Errno::NOENT).contains("words of their own"), "{words}");
        }
        fs::write(place("verify.py"), "").expect("writes");
        for name in ["verify", "Verify.py", "verify.sh"] {
            assert!(told(&place(name), Errno::NOENT).ends_with(", but there is verify.py"));
        }
        fs::write(place("verify.js"), "").expect("writes");
        for (name, near) in [
            ("verify.jS", "verify.js"),
            ("VERIFY.PY", "verify.py"),
            ("verify.js ", "verify.js, without the blank"),
            ("verfy.js", "verify.js"),
            ("verify.j", "verify.js"),
            ("verify", "verify.js"),
        ] {
            let told = told(&place(name), Errno::NOENT);
            assert!(told.ends_with(&format!(", but there is {near}")), "{name}: {told}");
        }
        let words = told(&place("verify.js --json  x "), Errno::NOENT);
        let program = place("verify.js");
        assert!(words.ends_with(&format!("own: -- {program} --json  x")), "{words}");
        let line = told(&place("cd x && ./v"), Errno::NOENT);
        assert!(line.starts_with("cd x && ./v is for a shell to read"), "{line}");
        for (name, part) in [
            ("~/x", "~ was not expanded"),
            ("$HOME/x", "$HOME was not expanded"),
            ("verif*", "fits no file"),
            ("a;b", "for a shell"),
            ("no/file;x", "no/file;x is for a shell"),
        ] {
            assert!(told(&place(name), Errno::NOENT).contains(part), "{name}");
        }
        assert!(told("/dev/null", Errno::ACCESS).contains("a device and no program"));
        // Nobody writes to it: whoever opens it for reading waits.
        let fifo = place("fifo");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            fifo.as_str(),
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o755),
            0,
        )
        .expect("a pipe");
        assert!(told(&fifo, Errno::ACCESS).contains("a pipe and no program"));
        assert_eq!(Executable::of(Path::new(&fifo)), None);
        assert!(told("/", Errno::ACCESS).contains("it is a folder"));
        assert!(told("/etc/passwd/x", Errno::NOTDIR).contains("no folder"));
    }
}
