//! Foreign text in Markdown, and what is built around it.

/// Text in which nothing is markup, in a cell of a table.
pub(super) fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}

/// Text in which nothing is markup, in a line.
pub(super) fn code(text: &str) -> String {
    let ticks = "`".repeat(longest_run(text) + 1);
    let edge = text.is_empty() || text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let blank = if edge { " " } else { "" };
    format!("{ticks}{blank}{text}{blank}{ticks}")
}

/// Lines in which nothing is markup.
pub(super) fn fenced(language: &str, lines: &[String]) -> String {
    let longest = lines.iter().map(|line| longest_run(line)).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", lines.join("\n"))
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

/// Something that a reader unfolds. `summary` is HTML.
pub(super) fn folded(summary: &str, open: bool, inside: &str) -> String {
    let open = if open { " open" } else { "" };
    format!("\n<details{open}><summary>{summary}</summary>\n\n{}\n\n</details>\n", inside.trim())
}

/// Text in which nothing is markup, in HTML.
pub(super) fn html_code(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<code>{text}</code>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_spans_outlast_their_backticks() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(""), "`  `");
        assert_eq!((code("a|b"), cell("a|b")), ("`a|b`".to_owned(), "`a\\|b`".to_owned()));
        assert_eq!(html_code("</code>&"), "<code>&lt;/code&gt;&amp;</code>");
    }
}
