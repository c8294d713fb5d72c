//! What the container layers have to say, before a sink decides about it.

use mcp_evidence_contract::{Location, Rule};

/// One broken rule.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) rule: &'static Rule,
    pub(crate) at: Location,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(rule: &'static Rule, at: Location, message: impl Into<String>) -> Fault {
        Fault { rule, at, message: message.into() }
    }
}

/// What a container layer noticed and could read past: the first breach of each
/// rule, and each permission once. So there are never more notes than rules,
/// however many entries an archive has.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) faults: Vec<Fault>,
    pub(crate) used: Vec<&'static Rule>,
}

impl Notes {
    pub(crate) fn violated(&mut self, fault: Fault) {
        if !self.faults.iter().any(|known| known.rule == fault.rule) {
            self.faults.push(fault);
        }
    }

    pub(crate) fn used(&mut self, permission: &'static Rule) {
        if !self.used.contains(&permission) {
            self.used.push(permission);
        }
    }
}

/// How much had been noticed at some point.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Mark {
    faults: usize,
    used: usize,
}

impl Notes {
    pub(crate) fn mark(&self) -> Mark {
        Mark { faults: self.faults.len(), used: self.used.len() }
    }

    /// Forgets what was noticed since.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.faults.truncate(mark.faults);
        self.used.truncate(mark.used);
    }
}

/// Longest piece of bundle text that a message quotes, in characters.
const QUOTED: usize = 80;

/// Bundle text for a message: quoted, cut, and with everything escaped that a
/// terminal might act on.
pub(crate) fn quote(text: &str) -> String {
    let head: String = text.chars().take(QUOTED).collect();
    let more = if head.len() < text.len() { "…" } else { "" };
    format!("\"{}\"{more}", head.escape_debug())
}

/// The same for bytes that need not be text.
pub(crate) fn quote_bytes(bytes: &[u8]) -> String {
    quote(&String::from_utf8_lossy(bytes))
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn quotes_are_bounded_and_harmless() {
        assert_eq!(quote("a\u{1b}[2J\u{202e}\u{9b}\"\\"), r#""a\u{1b}[2J\u{202e}\u{9b}\"\\""#);
        let long = quote(&"x".repeat(1000));
        assert_eq!(long.chars().count(), 83);
        assert!(long.ends_with('…'));
    }
}
