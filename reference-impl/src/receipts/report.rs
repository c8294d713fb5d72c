//! Both answers as JSON. Compared are `verdict`, `associations`, `receipts` and
//! `complete`; the rest is for whoever reads it.

use super::{CONCLUSION, Derivation, NOT_ESTABLISHED, Verdict, Verification};
use serde_json::{Value, json};

impl Verification {
    /// `verdict`, `associations` where that is accepted, `findings`, and what the
    /// verdict supports and does not.
    pub fn report(&self) -> Value {
        let mut report = json!({
            "verdict": self.verdict(),
            "findings": self.findings,
            "records": self.records,
            "events": self.events,
            "not_established": NOT_ESTABLISHED,
        });
        match self.verdict() {
            Verdict::Accepted => {
                report["associations"] = json!(self.associations);
                report["supports"] = json!(CONCLUSION);
            }
            Verdict::Rejected => report["unlisted_findings"] = json!(self.unlisted),
        }
        report
    }
}

impl Derivation {
    /// `receipts`, `complete`, and where and why the capture ended.
    pub fn report(&self) -> Value {
        let mut report = json!({"receipts": self.receipts, "complete": self.is_complete()});
        if let Some(ended) = self.ended {
            report["ended"] = json!({"frame": ended.frame, "reason": ended.reason.to_string()});
        }
        report
    }
}
