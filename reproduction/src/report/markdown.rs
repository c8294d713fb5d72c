//! Text on its way into Markdown: bounded, printable, and without effect.

use mcp_evidence_harness::escape::escape;
use std::fmt::Write as _;

/// Characters of one text.
const LONGEST: usize = 4000;

/// What stands where the report does not know.
pub(super) const BLANK: &str = "**[blank]**";

/// Characters that can begin markup.
const MARKUP: &str = "\\`*_[]<>#|!~&";

/// Words as words: nothing in them is markup. Line ends stay visible.
pub(super) fn plain(text: &str) -> String {
    let mut shown = String::new();
    for (index, line) in escape_lines(text).into_iter().enumerate() {
        if index > 0 {
            shown.push_str("<br>");
        }
        let mut before = ' ';
        let mut rest = line.chars().peekable();
        while let Some(character) = rest.next() {
            let after = rest.peek().copied().unwrap_or(' ');
            // Inside a word an underscore is no markup, and names are full of them.
            let inside = character == '_' && before.is_alphanumeric() && after.is_alphanumeric();
            if MARKUP.contains(character) && !inside {
                shown.push('\\');
            }
            shown.push(character);
            before = character;
        }
    }
    shown
}

fn escape_lines(text: &str) -> Vec<String> {
    let text: String = text.trim_end().chars().take(LONGEST).collect();
    text.lines().map(|line| escape(line, LONGEST)).collect()
}

/// A fixed spelling: a digest, a name of a file, a value of a vocabulary.
pub(super) fn code(text: &str) -> String {
    let harmless = |c: char| c.is_ascii_graphic() && !matches!(c, '`' | '|') || c == ' ';
    if !text.is_empty() && text.len() <= LONGEST && text.chars().all(harmless) {
        format!("`{text}`")
    } else {
        plain(text)
    }
}

/// A link that shows where it leads.
pub(super) fn link(url: &str) -> String {
    let harmless = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '|' | '\\' | '`');
    if url.len() <= LONGEST && url.chars().all(harmless) { format!("<{url}>") } else { plain(url) }
}

/// The author's words, or a blank.
pub(super) fn given(text: Option<&str>) -> String {
    match text.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => plain(text),
        None => BLANK.to_owned(),
    }
}

/// Items on one line of a table, or a blank.
pub(super) fn listed(items: &[String]) -> String {
    if items.is_empty() {
        return BLANK.to_owned();
    }
    items.iter().map(|item| plain(item)).collect::<Vec<_>>().join("<br>")
}

/// A page in the making.
#[derive(Default)]
pub(super) struct Page(String);

impl Page {
    pub(super) fn heading(&mut self, level: usize, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        let _ = writeln!(self.0, "{} {text}", "#".repeat(level));
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.0, "\n{text}");
    }

    /// A table; the cells are Markdown already.
    pub(super) fn table<const N: usize>(&mut self, head: [&str; N], rows: &[[String; N]]) {
        let _ = writeln!(self.0, "\n| {} |\n|{}", head.join(" | "), "---|".repeat(N));
        for row in rows {
            let _ = writeln!(self.0, "| {} |", row.join(" | "));
        }
    }

    pub(super) fn list(&mut self, items: impl IntoIterator<Item = String>) {
        for (index, item) in items.into_iter().enumerate() {
            let before = if index == 0 { "\n" } else { "" };
            let _ = writeln!(self.0, "{before}- {item}");
        }
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(plain("a|b <i>*x*</i>\nc\u{1b}"), "a\\|b \\<i\\>\\*x\\*\\</i\\><br>c\\\\u{1b}");
        assert_eq!(plain("a_b _c_"), "a_b \\_c\\_");
        assert_eq!(code("sha256:0"), "`sha256:0`");
        assert_eq!(code("a`|"), "a\\`\\|");
        assert_eq!(link("https://x/_a_"), "<https://x/_a_>");
        assert_eq!(link("https://x/>"), "https://x/\\>");
        assert_eq!(given(Some(" ")), BLANK);
        assert_eq!(listed(&["a".to_owned(), "b".to_owned()]), "a<br>b");
    }
}
