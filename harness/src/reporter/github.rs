//! Results as workflow commands of GitHub Actions: annotations beside a run.

use super::baseline::{FAULT, Fault};
use super::told;
use crate::result::{Case, RunResult};
use std::fmt::Write as _;

/// Annotations of one step that are shown; what is beyond them would be lost
/// without a word.
const SHOWN: usize = 10;

/// An error annotation for each baseline that fails its run and for each case
/// that fails, as many as are shown, and a line about each result. The last
/// annotation says how many cases are left out.
pub fn annotations(results: &[RunResult]) -> String {
    let failing: Vec<(&RunResult, &Case)> = results
        .iter()
        .flat_map(|result| result.cases.iter().map(move |case| (result, case)))
        .filter(|(result, case)| told::fails(result, case))
        .collect();
    let mut text = String::new();
    // First, since what is listed says something about the cases.
    let mut room = SHOWN;
    for fault in results.iter().filter_map(Fault::of).take(SHOWN - 1) {
        command(&mut text, FAULT, &fault.lines().join("\n"));
        room -= 1;
    }
    let shown = if failing.len() > room { room - 1 } else { failing.len() };
    for (result, case) in &failing[..shown] {
        let title = format!("{}: {}", told::word(case), told::text(&case.id));
        let message = [told::why(result, case)].into_iter().chain(told::details(case));
        command(&mut text, &title, &message.collect::<Vec<_>>().join("\n"));
    }
    if shown < failing.len() {
        let left = failing.len() - shown;
        // A job summary has bounds too, and need not be there.
        let message = format!(
            "{left} more vectors do not match; the result that run --output FILE writes has them all"
        );
        command(&mut text, &format!("{left} more"), &message);
    }
    for result in results {
        if let Some(stopped) = told::stopped(result) {
            command(&mut text, "partial", &stopped);
        }
        let who = told::candidate(&result.setting.candidate);
        let counts = told::counts(result);
        // A line that starts with this program's own words is no command.
        let _ = writeln!(
            text,
            "mcp-evidence: {}, {who}: {counts}",
            told::text(&result.setting.suite.id)
        );
    }
    text
}

/// `::error title=…::…`; neither part can end early or start another command.
fn command(text: &mut String, title: &str, message: &str) {
    let _ = writeln!(text, "::error title={}::{}", property(title), data(message));
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::testing;
    use super::*;

    #[test]
    fn no_text_ends_a_command_or_starts_another() {
        let text = annotations(&[testing::result("./verifier\n::stop-commands::x")]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5, "four cases fail, and a line about the whole: {text}");
        for line in &lines[..4] {
            let (title, message) = line
                .strip_prefix("::error title=")
                .and_then(|rest| rest.split_once("::"))
                .expect("one command");
            assert!(!title.contains([':', ',']), "{title}");
            assert!(message.contains("%0Arepeat: "), "{message}");
        }
        assert!(lines[0].starts_with("::error title=mismatch%3A lacking::"), "{}", lines[0]);
        assert!(lines[0].contains("%250A%3A%3A") || lines[0].contains("%250A::error::x"));
        assert!(lines[4].starts_with("mcp-evidence: suite, "), "{}", lines[4]);
        let probes = annotations(&[testing::probes("./verifier")]);
        assert_eq!(probes.lines().count(), 1, "probes never fail: {probes}");
    }

    #[test]
    fn what_is_beyond_the_shown_is_counted() {
        let many: Vec<RunResult> = (0..5).map(|_| testing::result("./verifier")).collect();
        let text = annotations(&many);
        assert_eq!(text.lines().filter(|line| line.starts_with("::error ")).count(), SHOWN);
        assert!(text.contains("::error title=11 more::11 more vectors do not match"), "{text}");
        assert!(
            text.contains("; the result that run --output FILE writes has them all\n"),
            "{text}"
        );
        assert!(!text.contains("summary"), "nobody knows here whether there is one: {text}");
    }
}
