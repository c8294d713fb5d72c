//! The list of interpretation points as a document, from the table that the
//! harness reads its answers with.

use mcp_evidence_contract::points::{self, Answer, Point};
use mcp_evidence_contract::{ClaimStatus, System};
use std::fmt::Write;

const PRIVILEGED: &str = "\
# Where the text leaves room

<!-- Generated from contract/src/points; `mcp-evidence generate` writes it. -->

The text of `privileged-mcp-action/v0` decides most questions, and leaves some open. This list names
them: what the text says, what it does not, how verifiers in the field read it, and which reading
this kit pins. The suite `privileged-mcp-action-v0-probes` has bundles for each point. They are
reported and never scored, because the text does not decide them.

The pinned reading is the one that can be defended from the text. Bytes that any conforming writer
might produce pass; what two readers could take apart differently fails closed; and two payloads
with equal content hashes never mean different things. The built-in verifier follows the pinned
readings.

Each table shows what a verifier with each reading concludes about each probe: `fail` (integrity
fails), `invalid`, or `valid` with the status of `caller_visible_denial`. Reading A is the pinned
one.
";

/// Of every other system.
fn introduction(system: System) -> String {
    let (title, suite) = (system.title(), system.suite());
    format!(
        "\
# Where the text of `{title}` leaves room

<!-- Generated from contract/src/points; `mcp-evidence generate` writes it. -->

What the text says, what it does not, which readings can be had of it, and which one this kit pins.
The suite `{suite}-probes` has cases for each point. They are reported and never scored, because the
text does not decide them. The built-in reference follows the pinned readings.

Each table shows what a program with each reading answers to each probe, at the place that is named as
a JSON pointer into the compared surface. Reading A is the pinned one.
"
    )
}

/// The page of a system's points: each with its passage, its question, the
/// readings and what each concludes about each probe. Markdown, one newline at
/// the end.
pub fn interpretations_markdown(system: System) -> String {
    let mut text = match system {
        System::PrivilegedMcpAction => PRIVILEGED.to_owned(),
        System::ToolDecisionSurface
        | System::RequestDecisionReceipts
        | System::TrustAnnotations => introduction(system),
    };
    for point in points::of(system) {
        write_point(&mut text, point).expect("writing to a string does not fail");
    }
    text
}

fn write_point(text: &mut String, point: &Point) -> std::fmt::Result {
    writeln!(text, "\n## {}: {}\n", point.id, point.question)?;
    writeln!(text, "- Passage: {}. {}", point.section, point.passage)?;
    let letters = || ('A'..).zip(point.readings);
    for (letter, reading) in letters() {
        let pinned = if letter == 'A' { " (pinned)" } else { "" };
        writeln!(text, "- Reading {letter}{pinned}: {}.", reading.text)?;
    }
    writeln!(text, "- Why A: {}", point.reason)?;
    if point.is_scored() {
        return writeln!(text, "- Scored in `privileged-mcp-action-v0-rules`, so without a probe.");
    }
    write!(text, "\n| probe |")?;
    for (letter, _) in letters() {
        write!(text, " {letter} |")?;
    }
    write!(text, "\n|---|")?;
    for _ in point.readings {
        write!(text, "---|")?;
    }
    for (row, probe) in point.probes.iter().enumerate() {
        match point.pinned().answers[row] {
            Answer::At(pointer, _) => write!(text, "\n| `{probe}` at `{pointer}` |")?,
            Answer::Fail | Answer::Invalid | Answer::Valid(_) => write!(text, "\n| `{probe}` |")?,
        }
        for reading in point.readings {
            write!(text, " {} |", word(reading.answers[row]))?;
        }
    }
    writeln!(text)
}

fn word(answer: Answer) -> String {
    let word = match answer {
        Answer::At(_, "") => "absent",
        Answer::At(_, value) => return format!("`{}`", value.replace('|', "\\|")),
        Answer::Fail => "fail",
        Answer::Invalid => "invalid",
        Answer::Valid(ClaimStatus::Confirmed) => "valid, confirmed",
        Answer::Valid(ClaimStatus::Incomplete) => "valid, incomplete",
        Answer::Valid(ClaimStatus::Refuted) => "valid, refuted",
    };
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_a_heading_a_list_and_a_table() {
        let text = interpretations_markdown(System::PrivilegedMcpAction);
        let start = text.find("## I05").expect("a heading");
        let end = text.find("## I06").expect("a heading");
        assert_eq!(
            &text[start..end],
            "## I05: Must the last line end in a line feed?\n\n\
             - Passage: §4. Each event line is a JSON object.\n\
             - Reading A (pinned): passes without it.\n\
             - Reading B: fails integrity without it.\n\
             - Why A: The last event can be read either way, and the digest covers the bytes.\n\n\
             | probe | A | B |\n|---|---|---|\n\
             | `i05-no-final-line-feed` | valid, incomplete | fail |\n\n"
        );
    }

    #[test]
    fn scored_points_say_so() {
        let text = interpretations_markdown(System::PrivilegedMcpAction);
        assert_eq!(text.matches("Scored in `privileged-mcp-action-v0-rules`").count(), 2);
        assert!(text.ends_with("|\n"));
    }
}
