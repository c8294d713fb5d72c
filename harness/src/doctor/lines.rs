//! An examination, for people.

use super::{Clause, Examination, Start, State};
use crate::candidate::{Captured, End, Execution};
use crate::escape::{TEXT, escape, escape_bytes};
use crate::judge::signal_name;
use crate::quote;

/// Bytes of each stream that are shown.
const STREAM: usize = 600;

/// A start is called slow from this part of the time limit on.
const SLOW: u32 = 4;

impl Examination {
    /// Everything but the next command, a line each; text of the candidate is
    /// bounded and escaped.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let folder = escape(&quote::command_line([&self.folder]), 2 * TEXT);
        for start in &self.starts {
            lines.extend(self.start(start, &folder));
            lines.push(String::new());
        }
        lines.push("The contract:".to_owned());
        lines.extend(self.clauses().iter().flat_map(clause));
        let remarks = self.remarks();
        if !remarks.is_empty() {
            lines.push(String::new());
            lines.push("No part of the contract, but worth knowing:".to_owned());
            lines.extend(remarks.into_iter().map(|remark| format!("  - {remark}")));
        }
        lines
    }

    fn start(&self, start: &Start, folder: &str) -> Vec<String> {
        let id = escape(&start.id, TEXT);
        let asked = if start.is_pinned { "pinned" } else { "expected" };
        let mut lines = vec![format!("{id}: {} is {asked}", start.asked)];
        let mut push = |label: &str, text: String| lines.push(format!("  {label:<8} {text}"));
        push("started", escape(&quote::command_line(&start.argv), 2 * TEXT));
        push("in", folder.to_owned());
        match &start.execution {
            Ok(execution) => {
                push("ended", self.ended(execution));
                push("stdout", stream(&execution.stdout));
                push("stderr", stream(&execution.stderr));
            }
            Err(message) => push("ended", format!("not known: {}", escape(message, TEXT))),
        }
        let answer = start.answer.as_deref().unwrap_or("none");
        let status = start.status().name();
        match &start.differs {
            Some(members) => push("answer", format!("{answer} ({status}, in {members})")),
            None => push("answer", format!("{answer} ({status})")),
        }
        for leak in &start.leaks {
            push("leaks", escape(&leak.to_string(), TEXT));
        }
        lines
    }

    fn ended(&self, execution: &Execution) -> String {
        let took = format!("after {} ms", execution.elapsed.as_millis());
        match &execution.end {
            End::NotStarted(_) => "it never ran".to_owned(),
            End::Exited(code) => format!("{took}, exit status {code}"),
            End::Signalled(signal) => match signal_name(*signal) {
                Some(name) => format!("{took}, by signal {signal} ({name})"),
                None => format!("{took}, by signal {signal}"),
            },
            End::TimedOut => {
                format!("stopped after {} s, the time limit", self.limits.time.as_secs_f64())
            }
            End::StdoutOverLimit => {
                format!("{took}, stopped beyond {} bytes of stdout", self.limits.stdout)
            }
        }
    }

    /// What breaks nothing.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(one) = self.alike() {
            remarks.push(format!(
                "it answers both alike, {one}: does it read the file whose path is its last \
                 argument? Before anything is verified, this is to be expected"
            ));
        }
        for start in &self.starts {
            let Ok(execution) = &start.execution else { continue };
            let id = escape(&start.id, TEXT);
            if matches!(execution.end, End::Exited(_))
                && execution.elapsed * SLOW > self.limits.time
            {
                remarks.push(format!(
                    "{id}: {} ms of the {} that a case may take: --timeout SECONDS gives more",
                    execution.elapsed.as_millis(),
                    self.limits.time.as_millis()
                ));
            }
            match execution.left {
                None | Some(0) => {}
                Some(count) => remarks.push(format!(
                    "{id}: it left processes behind when it exited ({count}), which were ended; \
                     wait for them before the exit"
                )),
            }
        }
        let mut warnings: Vec<_> = self
            .starts
            .iter()
            .filter_map(|start| start.judgement.as_ref())
            .flat_map(|judgement| judgement.warnings.iter().copied())
            .collect();
        warnings.sort_unstable();
        warnings.dedup();
        remarks.extend(
            warnings.iter().map(|warning| format!("{} ({warning}, unscored)", warning.text())),
        );
        remarks
    }
}

fn stream(captured: &Captured) -> String {
    match captured.total {
        0 => "nothing".to_owned(),
        total => format!("{total} bytes: {}", escape_bytes(&captured.bytes, STREAM)),
    }
}

fn clause(clause: &Clause) -> Vec<String> {
    let head = |word: &str| format!("  {word:<8} {}. {}", clause.number, clause.text);
    match &clause.state {
        State::Kept(detail) => vec![head("kept"), format!("           {}", escape(detail, TEXT))],
        State::Open => vec![head("open")],
        State::Broken(breaches) => {
            let mut lines = vec![head("BROKEN")];
            for breach in breaches {
                let id = escape(&breach.id, TEXT);
                let what = breach.what.iter();
                lines.extend(
                    what.map(|what| format!("           {id}: {}", escape(what, 2 * TEXT))),
                );
                let advice = breach.advice.iter();
                lines.extend(
                    advice.map(|advice| format!("           do: {}", escape(advice, 2 * TEXT))),
                );
            }
            lines
        }
    }
}
