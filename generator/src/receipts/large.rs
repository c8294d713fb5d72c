//! Files that are too large to store: their recipes, and vectors of `derive` that
//! run into a limit.

use super::derive::Derive;
use super::parts::{Members, Said, call, call_with, data, event, event_id, receipt, sha256};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::receipts::derive as rules;
use mcp_evidence_contract::{Piece, Recipe, Rule};
use serde_json::{Value, json};

/// What stands where so many letters will.
const MARK: &str = "<letters>";

/// A text with one place that is filled with letters.
#[derive(Debug, Clone)]
pub(super) struct Filled {
    text: String,
    letters: usize,
}

impl Filled {
    /// `text`, which may have [`MARK`] in it, with so many letters there.
    pub(super) fn new(text: impl Into<String>, letters: usize) -> Filled {
        Filled { text: text.into(), letters }
    }

    /// The same without letters.
    pub(super) fn plain(text: impl Into<String>) -> Filled {
        Filled::new(text, 0)
    }

    /// The same with a word of it replaced.
    pub(super) fn replaced(mut self, from: &str, to: &str) -> Filled {
        self.text = self.text.replace(from, to);
        self
    }

    /// The whole text.
    pub(super) fn whole(&self) -> String {
        self.text.replace(MARK, &"a".repeat(self.letters))
    }

    /// A receipt of this line, its letters as short as the line's own.
    pub(super) fn within(&self, mut receipt: Members) -> Filled {
        receipt.set("request_line", self.text.as_str());
        Filled { text: receipt.line(), letters: self.letters }
    }

    fn pieces(&self) -> Vec<Piece> {
        let Some((before, behind)) = self.text.split_once(MARK) else {
            return vec![Piece::new(self.text.clone(), 1)];
        };
        let letters = Piece::new("a", self.letters as u64);
        vec![Piece::new(before, 1), letters, Piece::new(behind, 1)]
    }
}

/// The recipe of one file.
pub(super) fn recipe(name: &str, parts: &[Filled]) -> Recipe {
    Recipe::from([(name.to_owned(), parts.iter().flat_map(Filled::pieces).collect())])
}

/// A call with so many letters in its arguments, line feed included.
pub(super) fn long_call(letters: usize) -> Filled {
    let arguments = format!("\"arguments\":{{\"text\":\"{MARK}\"}}");
    Filled::new(call_with("\"id\":1,", &arguments) + "\n", letters)
}

/// The same so long that the line has so many bytes, line feed included.
pub(super) fn call_of(bytes: usize) -> Filled {
    let Filled { text, .. } = long_call(0);
    let letters = bytes - (text.len() - MARK.len());
    Filled { text, letters }
}

/// An event so long that it has so many bytes without its line feed.
pub(super) fn event_of(number: u64, bytes: usize) -> Filled {
    let mut event = event(number, 1);
    let mut data = data("echo", "allow", number, json!(1));
    data["reason_text"] = json!(MARK);
    event.set("data", data);
    let text = event.line();
    let letters = bytes - (text.len() - 1 - MARK.len());
    Filled { text, letters }
}

/// Bytes of a line that an expectation gives as it is.
const WHOLE: usize = 4096;

/// An expected receipt. A long line is given by its length and digest.
pub(super) fn shortened(receipt: &Members) -> Value {
    let mut receipt = receipt.value();
    let line = receipt["request_line"].as_str().expect("a line").to_owned();
    if line.len() > WHOLE {
        receipt["request_line"] = json!({"bytes": line.len(), "sha256": sha256(line.as_bytes())});
    }
    receipt
}

/// 1 MiB.
pub(super) const MIB: usize = 1024 * 1024;

/// The vectors.
pub(super) fn vectors() -> Vec<Case> {
    let short = || call("\"id\":1,") + "\n";
    let mut many = Derive::new("derive-49-calls", "49 calls: the 49th has no receipt.");
    for _ in 0..48 {
        many = many.call(&short(), Said::id(1));
    }
    let frames = [Filled::plain(short()), call_of(MIB + 2), Filled::plain(short())];
    let oversized = Derive::new(
        "derive-request-over-1-mib",
        "The second of three requests has more than 1 MiB, with and without its terminator.",
    );
    let oversized = oversized.call(&short(), Said::id(1)).event(&event(1, 1)).event(&event(2, 1));
    vec![
        many.passed(&short()).event(&event(48, 1)).incomplete(&rules::LIMIT_RECORDS),
        Case {
            recipe: recipe("frames.bin", &frames),
            ..without(oversized.incomplete(&rules::LIMIT_REQUEST), "frames.bin")
        },
        over_decision(),
        over_total(),
    ]
}

/// The case without a file, which a recipe makes.
pub(super) fn without(mut case: Case, name: &str) -> Case {
    if let mcp_evidence_contract::Material::Folder(files) = &mut case.material {
        files.remove(name);
    }
    case
}

fn over_decision() -> Case {
    let short = call("\"id\":1,") + "\n";
    let case = Derive::new(
        "derive-decision-over-1-mib",
        "The second of three decisions has more than 1 MiB, with and without its line feed.",
    )
    .call(&short, Said::id(1))
    .passed(&short)
    .passed(&short)
    .incomplete(&rules::LIMIT_DECISION);
    let log = [
        Filled::plain(event(0, 1).line()),
        event_of(1, MIB + 1),
        Filled::plain(event(2, 1).line()),
    ];
    Case { recipe: recipe("decisions.jsonl", &log), ..without(case, "decisions.jsonl") }
}

/// Five receipts of about 900,000 bytes: four are 3.6 MB, five 4.5 MB.
fn over_total() -> Case {
    let call = long_call(900_000);
    let line = call.whole();
    let receipts: Vec<Value> = (0..4)
        .map(|number| {
            let event = event(number, 1).line();
            shortened(&receipt(number, &line, &event_id(number), &event, &Said::id(1)))
        })
        .collect();
    let rule: &'static Rule = &rules::LIMIT_TOTAL;
    let about = "Five requests of 900 kB: with the fifth receipt the capture would pass 4 MiB.";
    let log = (0..5).fold(Derive::new("", ""), |log, number| log.event(&event(number, 1)));
    let expected = json!({"receipts": receipts, "complete": false});
    Case {
        rule: Some(rule.id),
        recipe: recipe("frames.bin", &vec![call; 5]),
        ..Case::new("derive-over-4-mib", about, log.files(), expected)
    }
}
