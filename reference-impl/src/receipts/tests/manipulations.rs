//! What somebody could do to a capture or its log: each manipulation is found,
//! but for the two that the text itself says cannot be.

use super::{calls, captured, event, frame, verified};
use crate::receipts::Verdict;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;

#[derive(Debug, Clone)]
enum Manipulation {
    /// A line is cut somewhere.
    Truncated(Index, Index),
    /// A line is taken out.
    Omitted(Index),
    /// A line stands twice.
    Duplicated(Index, Index),
    /// Two lines have changed places.
    Swapped(Index, Index),
    /// A line of another capture was added.
    Surplus(Index),
    /// A byte is another.
    Byte(Index, u8),
    /// The file ends early.
    Cut(Index),
    /// A line that is none was added.
    Noise(Index, Vec<u8>),
}

fn manipulation() -> impl Strategy<Value = Manipulation> {
    use Manipulation as M;
    let index = any::<Index>;
    prop_oneof![
        (index(), index()).prop_map(|(line, at)| M::Truncated(line, at)),
        index().prop_map(M::Omitted),
        (index(), index()).prop_map(|(line, to)| M::Duplicated(line, to)),
        (index(), index()).prop_map(|(left, right)| M::Swapped(left, right)),
        index().prop_map(M::Surplus),
        (index(), 1..=255_u8).prop_map(|(at, mask)| M::Byte(at, mask)),
        index().prop_map(M::Cut),
        (index(), proptest::collection::vec(any::<u8>(), 0..40))
            .prop_map(|(to, bytes)| M::Noise(to, bytes)),
    ]
}

impl Manipulation {
    /// The manipulated file; `foreign` is a line of another capture.
    fn apply(&self, file: &[u8], foreign: &[u8]) -> Vec<u8> {
        let mut lines: Vec<Vec<u8>> =
            file.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let count = lines.len();
        match self {
            Manipulation::Truncated(line, at) => {
                let line = &mut lines[line.index(count)];
                line.truncate(at.index(line.len()));
            }
            Manipulation::Omitted(line) => {
                lines.remove(line.index(count));
            }
            Manipulation::Duplicated(line, to) => {
                let line = lines[line.index(count)].clone();
                lines.insert(to.index(count + 1), line);
            }
            Manipulation::Swapped(left, right) => lines.swap(left.index(count), right.index(count)),
            Manipulation::Surplus(to) => lines.insert(to.index(count + 1), foreign.to_vec()),
            Manipulation::Byte(at, mask) => {
                let mut bytes = file.to_vec();
                let at = at.index(bytes.len());
                bytes[at] ^= mask;
                return bytes;
            }
            Manipulation::Cut(at) => return file[..at.index(file.len())].to_vec(),
            Manipulation::Noise(to, bytes) => {
                let line = [bytes.as_slice(), b"\n"].concat();
                lines.insert(to.index(count + 1), line);
            }
        }
        lines.concat()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_manipulated_capture_is_rejected(count in 1_usize..8, manipulation in manipulation()) {
        let (frames, log) = calls(count);
        let capture = captured(&frames, &log);
        let foreign = captured(&frame("99", "other"), &event(99, "other", &json!(99)));
        let manipulated = manipulation.apply(&capture, &foreign);
        prop_assume!(manipulated != capture);
        let verification = verified(&manipulated, log.as_bytes());
        prop_assert_eq!(verification.verdict(), Verdict::Rejected);
        prop_assert!(verification.associations.is_empty());
    }

    #[test]
    fn a_manipulated_log_is_rejected(count in 1_usize..8, manipulation in manipulation()) {
        let (frames, log) = calls(count);
        let capture = captured(&frames, &log);
        let foreign = event(99, "other", &json!(99));
        let manipulated = manipulation.apply(log.as_bytes(), foreign.as_bytes());
        prop_assume!(manipulated != log.as_bytes());
        // The order of the log is no part of the text: a log whose lines changed
        // places has the same events.
        let same_events = matches!(manipulation, Manipulation::Swapped(..));
        let wanted = if same_events { Verdict::Accepted } else { Verdict::Rejected };
        prop_assert_eq!(verified(&capture, &manipulated).verdict(), wanted);
    }

    #[test]
    fn any_bytes_give_a_verdict(capture in any::<Vec<u8>>(), log in any::<Vec<u8>>()) {
        let _ = verified(&capture, &log);
        let derived = crate::receipts::derive(&capture[..], &log[..], super::SCOPE);
        prop_assert!(derived.is_ok());
    }

    /// Agreement of digests authenticates nothing: who rewrites both files
    /// rewrites them unnoticed, and who ends both early does too.
    #[test]
    fn a_pair_that_was_rewritten_together_is_accepted(count in 1_usize..8, kept in 1_usize..8) {
        let kept = kept.min(count);
        let (frames, log) = calls(count);
        let rewritten = frames.replace("tool_1", "another");
        let log = log.replace("tool_1", "another");
        let shortened: String = log.split_inclusive('\n').take(kept).collect();
        let capture: Vec<u8> = captured(&rewritten, &log)
            .split_inclusive(|byte| *byte == b'\n')
            .take(kept)
            .flatten()
            .copied()
            .collect();
        let verification = verified(&capture, shortened.as_bytes());
        prop_assert_eq!(verification.verdict(), Verdict::Accepted);
    }
}
