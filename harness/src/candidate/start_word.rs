//! Words that are no program but something for a shell to read: a keyword, an
//! assignment, or what the shell would have expanded and did not.

use crate::escape::escape;

/// Characters of a word that are shown.
const SHOWN: usize = 100;

/// Words that any shell carries out itself. Some are programs too; this list is
/// asked only where there is none.
const SHELL_WORDS: [&str; 36] = [
    "!", ".", ":", "alias", "bg", "break", "case", "cd", "command", "continue", "eval", "exec",
    "exit", "export", "fg", "for", "getopts", "hash", "if", "jobs", "local", "read", "readonly",
    "return", "set", "shift", "time", "trap", "type", "ulimit", "umask", "unalias", "unset",
    "until", "wait", "while",
];

/// Words that bash and its like know besides, and other shells do not.
const BASH_WORDS: [&str; 23] = [
    "[[", "bind", "builtin", "compgen", "complete", "declare", "dirs", "disown", "enable", "fc",
    "function", "history", "let", "logout", "mapfile", "popd", "pushd", "select", "shopt",
    "source", "suspend", "times", "typeset",
];

/// What to do about a word under which no program was found; none where it looks
/// like a program's name.
pub(super) fn hint(word: &str) -> Option<String> {
    let shown = escape(word, SHOWN);
    if word == "--" {
        return Some("-- stands there twice: the candidate starts behind the first".to_owned());
    }
    if word.starts_with('-') {
        return Some(
            "it is an option and no program: mcp-evidence's own options stand before --, and the \
             candidate's behind its program"
                .to_owned(),
        );
    }
    if is_assignment(word) {
        return Some(format!(
            "{shown} is an assignment, which only a shell reads; env reads one too: -- env {shown} \
             PROGRAM"
        ));
    }
    let bash = BASH_WORDS.contains(&word);
    if bash || SHELL_WORDS.contains(&word) {
        let what = of_shell_word(word, if bash { "bash" } else { "sh" });
        return Some(format!("{shown} is a word of the shell and no program; {what}"));
    }
    unread(word, word)
}

fn of_shell_word(word: &str, shell: &str) -> String {
    match word {
        "cd" | "pushd" => "--cwd DIR is what sets the folder of a candidate".to_owned(),
        "." | "source" => {
            "let a shell read the file before it starts your program: sh -c '. ./FILE && exec \
             PROGRAM \"$1\"' --"
                .to_owned()
        }
        "builtin" | "command" | "exec" | "time" => "leave it out".to_owned(),
        _ => format!("put the whole line into a script, or into: {shell} -c '... \"$1\"' --"),
    }
}

/// What a shell would have read in a word, or in the first part of a path that is
/// not there: quotes kept it from that. `line` is the word, or all of the path
/// from there on.
pub(super) fn unread(word: &str, line: &str) -> Option<String> {
    let shown = escape(word, SHOWN);
    if word.starts_with(['"', '\'']) {
        return Some(format!("{shown} has quotes in it: one pair of quotes is enough"));
    }
    if word.starts_with('~') || word.contains(['$', '`']) {
        return Some(format!(
            "{shown} was not expanded, because it is quoted or no shell read it: write it outside \
             the quotes, or the path in full"
        ));
    }
    if line.contains(['|', ';', '&', '<', '>']) {
        return Some(format!(
            "{} is for a shell to read: put the whole line into a script, or into: sh -c \
             '... \"$1\"' --",
            escape(line, SHOWN)
        ));
    }
    if word.contains(['*', '?']) {
        return Some(format!("{shown} fits no file: write the name in full"));
    }
    word.contains('\\').then(|| format!("{shown} has a backslash in it: folders are parted by /"))
}

/// `NAME=value`.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_a_shell_reads_is_told() {
        for (word, part) in [
            ("--", "twice"),
            ("--json", "an option"),
            ("FOO=1", "-- env FOO=1 PROGRAM"),
            ("_a1=", "-- env _a1= PROGRAM"),
            ("cd", "--cwd DIR"),
            (".", "sh -c '. ./FILE && exec PROGRAM \"$1\"' --"),
            ("source", "sh -c '. ./FILE && exec PROGRAM \"$1\"' --"),
            ("exec", "leave it out"),
            ("for", "into: sh -c '... \"$1\"' --"),
            ("declare", "into: bash -c '... \"$1\"' --"),
            ("~", "not expanded"),
            ("$HOME", "not expanded"),
            ("`which", "not expanded"),
            ("\"verify\"", "one pair of quotes"),
            ("verify|jq", "for a shell to read"),
            ("&&", "for a shell to read"),
            ("verif*", "fits no file"),
            ("C:\\verify.exe", "parted by /"),
        ] {
            let told = hint(word).unwrap_or_default();
            assert!(told.contains(part), "{word}: {told}");
        }
        for word in ["verify", "1=2", "a.b=c", "verify.py"] {
            assert_eq!(hint(word), None, "{word}");
        }
        assert!(SHELL_WORDS.is_sorted() && BASH_WORDS.is_sorted());
        assert!(!hint("$\u{1b}[31m").unwrap_or_default().contains('\u{1b}'));
    }
}
