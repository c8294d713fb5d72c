//! Tampered captures: one trial for each member, count, order and binding.
//! Each is refused by `score` with the reason, and no run record appears.

use crate::capture_edits::EDITS;
use crate::support::{Folder, edited, our_pack, scored, trial};
use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![trial("capture::our_own_is_sound", || {
        let folder = folder(&scored().0);
        folder
            .run(["score", "--pack", "pack.tar.gz", "--capture", "c.json", "--output", "run.json"])
            .code(0);
        assert_eq!(folder.read("run.json"), scored().1);
        Ok(())
    })];
    let mut refused = |name: String, make: Box<dyn FnOnce() -> Vec<u8> + Send>, reason: String| {
        trials.push(trial(format!("capture::refused::{name}"), move || refuse(&make(), &reason)));
    };
    for (at, members) in MEMBERS {
        for member in members {
            let edit = move |capture: &mut Value| {
                let object = capture.pointer_mut(at).and_then(Value::as_object_mut);
                object.expect("an object").remove(*member);
            };
            let name = format!("without{at}/{member}").replace('/', "_");
            let make = Box::new(move || edited(&scored().0, edit));
            refused(name, make, format!("{member}: the member is missing"));
        }
    }
    for (name, edit, reason) in EDITS {
        refused(name.to_owned(), Box::new(move || edited(&scored().0, edit)), reason.to_owned());
    }
    for (name, make, reason) in FILES {
        refused(name.to_owned(), Box::new(make), reason.to_owned());
    }
    trials
}

fn folder(capture: &[u8]) -> Folder {
    let folder = Folder::new();
    folder.write("pack.tar.gz", our_pack());
    folder.write("c.json", capture);
    folder
}

fn refuse(capture: &[u8], reason: &str) -> Result<(), Failed> {
    let folder = folder(capture);
    let score = ["score", "--pack", "pack.tar.gz", "--capture", "c.json", "--output", "run.json"];
    let stderr = folder.run(score).code(2).stderr();
    assert!(stderr.contains(reason), "{stderr}");
    assert!(!folder.has("run.json"));
    let stdout = folder.run(["validate", "--pack", "pack.tar.gz", "c.json"]).code(1).stdout();
    assert!(stdout.contains(reason), "{stdout}");
    Ok(())
}

/// Members that must be there.
const MEMBERS: [(&str, &[&str]); 3] = [
    (
        "",
        &[
            "capture_non_claims",
            "implementation",
            "observations",
            "pack_declared_source_commit",
            "pack_sha256",
            "profile",
            "rendered_set_digest",
            "source_corpus_digest",
            "suite",
        ],
    ),
    (
        "/implementation",
        &["commit", "id", "image", "name", "reproduction_mode", "source", "version"],
    ),
    (
        "/observations/0",
        &[
            "case_id",
            "exit_code",
            "input_sha256",
            "observed",
            "report_profile_matches",
            "report_schema_matches",
            "reviewer_reason_present",
            "stderr_present",
        ],
    ),
];

type Make = fn() -> Vec<u8>;

/// The file as bytes.
const FILES: [(&str, Make, &str); 9] = [
    (
        "limit",
        || edited(&scored().0, |c| c["implementation"]["name"] = json!("x".repeat(64 << 10))),
        "at most 65536 are allowed for 14 cases",
    ),
    ("limit_of_any", || vec![b' '; 5 << 20], "bytes; at most"),
    ("no_json", || b"{\"observations\":".to_vec(), "not strict JSON"),
    ("no_object", || b"[]".to_vec(), "no JSON object"),
    (
        "member_twice",
        || {
            let text = String::from_utf8(scored().0.clone()).expect("text");
            text.replacen("\"suite\":", "\"suite\": \"x\",\n  \"suite\":", 1).into_bytes()
        },
        "a member name that the object already has",
    ),
    ("text_behind", || [&scored().0[..], b"{}"].concat(), "text after the value"),
    ("byte_order_mark", || [b"\xef\xbb\xbf", &scored().0[..]].concat(), "a byte order mark"),
    ("not_utf8", || [&scored().0[..], b"\xff"].concat(), "not UTF-8"),
    (
        "not_a_number",
        || {
            let text = String::from_utf8(scored().0.clone()).expect("text");
            text.replacen("\"exit_code\": 0", "\"exit_code\": NaN", 1).into_bytes()
        },
        "not strict JSON",
    ),
];
