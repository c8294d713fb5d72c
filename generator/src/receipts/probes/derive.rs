//! Probes of `derive`.

use super::super::derive::Derive;
use super::super::large::{Filled, MIB, call_of, event_of, long_call, recipe, shortened, without};
use super::super::parts::{Members, Said, call, call_with, event, event_id, receipt};
use super::{line, one};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::receipts::derive as rules;
use serde_json::{Value, json};

pub(super) fn probes() -> Vec<Case> {
    let mut probes = shapes();
    probes.extend(pairs());
    probes.extend(limits());
    probes.extend(terminators());
    let meta = |meta: &str| call_with("\"id\":1,", &format!("\"_meta\":{meta}")) + "\n";
    let null = "{\"io.modelcontextprotocol/protocolVersion\":null}";
    probes.extend([
        Derive::new("r17-meta-null", "The metadata is null.")
            .call(&meta("null"), one().malformed())
            .complete(&rules::VERSION_CONTAINER),
        Derive::new("r17-version-null", "The version is null.")
            .call(&meta(null), one().malformed())
            .complete(&rules::VERSION_DATE),
    ]);
    probes
}

/// A frame that may be no valid call, before one that is.
fn shapes() -> Vec<Case> {
    let probe = |id, about, frame: &str| {
        // The log has events for both, should both be calls.
        Derive::new(id, about)
            .passed(frame)
            .call(&line(), one())
            .event(&event(1, 1))
            .complete(&rules::METHOD)
    };
    let with = |from: &str, to: &str| line().replace(from, to);
    let params = "{\"name\":\"echo\",\"arguments\":{}}";
    vec![
        probe("r01-jsonrpc-absent", "A call without `jsonrpc`.", &with("\"jsonrpc\":\"2.0\",", "")),
        probe("r01-jsonrpc-1-0", "A call of JSON-RPC 1.0.", &with("\"2.0\"", "\"1.0\"")),
        probe(
            "r01-repeated-member",
            "A call that names its id twice.",
            &with("\"id\":1,", "\"id\":1,\"id\":1,"),
        ),
        probe("r01-params-array", "A call whose params are an array.", &with(params, "[\"echo\"]")),
        probe(
            "r01-params-absent",
            "A call without params.",
            &with(&format!(",\"params\":{params}"), ""),
        ),
        probe("r01-name-number", "A call whose tool is a number.", &with("\"echo\"", "7")),
        probe("r01-id-boolean", "A call whose id is true.", &with("\"id\":1", "\"id\":true")),
        probe("r01-batch", "A batch of one call.", &format!("[{}]\n", call("\"id\":1,"))),
    ]
}

/// Which event is whose; and a line that no receipt can hold.
fn pairs() -> Vec<Case> {
    let two = call("\"id\":2,") + "\n";
    let not_utf_8 = Derive::new("r02-not-utf-8", "A call that is not UTF-8, before one that is.")
        .call(&line(), one())
        .event(&event(1, 1))
        .complete(&rules::METHOD);
    let broken = [call("\"id\":1,").as_bytes(), b"\n"].concat();
    let broken: Vec<u8> =
        broken.iter().map(|byte| if *byte == b'o' { 0xff } else { *byte }).collect();
    let crossed = [
        receipt(0, &line(), &event_id(0), &event(0, 2).line(), &one()),
        receipt(1, &two, &event_id(1), &event(1, 1).line(), &Said::id(2)),
    ];
    let receipts: Vec<Value> = crossed.iter().map(Members::value).collect();
    let log =
        Derive::new("", "").passed(&line()).passed(&two).event(&event(0, 2)).event(&event(1, 1));
    vec![
        in_front(not_utf_8, "frames.bin", &broken),
        Case {
            expected: json!({"receipts": receipts, "complete": true}).into(),
            ..log
                .named("r03-other-order", "Two calls, their events in the other order.")
                .complete(&rules::EVENT_ID)
        },
        Derive::new("r03-event-missing", "Two calls and one event.")
            .call(&line(), one())
            .passed(&line())
            .incomplete(&rules::EVENT_ID),
        Derive::new("r03-event-surplus", "One call and two events.")
            .call(&line(), one())
            .event(&event(1, 1))
            .complete(&rules::EVENT_ID),
    ]
}

/// The case with bytes before those of a file.
fn in_front(mut case: Case, name: &str, bytes: &[u8]) -> Case {
    if let mcp_evidence_contract::Material::Folder(files) = &mut case.material {
        let file = files.get_mut(name).expect("the case has the file");
        file.splice(..0, bytes.iter().copied());
    }
    case
}

/// A case with one long file, and the receipts that are expected.
fn long(
    id: &'static str,
    about: &'static str,
    frames: &[Filled],
    log: &[Filled],
    receipts: usize,
    complete: bool,
) -> Case {
    let receipts: Vec<Value> = (0..)
        .zip(frames.iter().zip(log))
        .take(receipts)
        .map(|(number, (frame, event))| {
            let (line, event) = (frame.whole(), event.whole());
            shortened(&receipt(number, &line, &event_id(number), &event, &one()))
        })
        .collect();
    let case = Derive::new(id, about).complete(&rules::LIMIT_TOTAL);
    let mut recipe_of = recipe("frames.bin", frames);
    recipe_of.extend(recipe("decisions.jsonl", log));
    Case {
        expected: json!({"receipts": receipts, "complete": complete}).into(),
        recipe: recipe_of,
        ..without(without(case, "frames.bin"), "decisions.jsonl")
    }
}

fn events(count: u64) -> Vec<Filled> {
    (0..count).map(|number| Filled::plain(event(number, 1).line())).collect()
}

/// Exactly at a limit.
fn limits() -> Vec<Case> {
    let mut many = Derive::new("r15-48-calls", "48 calls.");
    for _ in 0..48 {
        many = many.call(&line(), one());
    }
    // Four receipts, and a fifth that fills what is left.
    let taken = |letters: usize, number: u64| {
        let line = long_call(letters).whole();
        receipt(number, &line, &event_id(number), &event(number, 1).line(), &one()).line().len()
    };
    let left = 4 * MIB - (0..4).map(|number| taken(1_000_000, number)).sum::<usize>();
    let letters = 100_000 + left - taken(100_000, 4);
    assert_eq!(taken(letters, 4), left, "as many digits as were counted");
    let mut total = vec![long_call(1_000_000); 4];
    total.push(long_call(letters));
    vec![
        many.complete(&rules::LIMIT_RECORDS),
        long(
            "r15-request-1-mib",
            "A request of exactly 1 MiB, its line feed included.",
            &[call_of(MIB)],
            &events(1),
            1,
            true,
        ),
        long(
            "r15-total-4-mib",
            "Five receipts of exactly 4 MiB, line feeds included.",
            &total,
            &events(5),
            5,
            true,
        ),
        other_method(),
    ]
}

/// A long frame of another method, before a call.
fn other_method() -> Case {
    let list = call_of(2 * MIB).replaced("tools/call", "tools/list");
    let about = "A tools/list of more than 1 MiB, before a call.";
    let case = Derive::new("r22-other-method", about).call(&line(), one());
    Case {
        recipe: recipe("frames.bin", &[list, Filled::plain(line())]),
        ..without(case.complete(&rules::LIMIT_REQUEST), "frames.bin")
    }
}

/// What a limit counts.
fn terminators() -> Vec<Case> {
    vec![
        long(
            "r16-request",
            "A request of exactly 1 MiB without its line feed.",
            &[call_of(MIB + 1)],
            &events(1),
            0,
            false,
        ),
        long(
            "r16-decision",
            "A decision of exactly 1 MiB without its line feed.",
            &[Filled::plain(line())],
            &[event_of(0, MIB)],
            1,
            true,
        ),
    ]
}
