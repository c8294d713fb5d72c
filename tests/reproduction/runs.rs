//! Captures and run records of candidates that behave in every way.

use crate::support::{
    COMMIT, Folder, IDENTITY, built_in, edited, fake, ignores_python, our_pack, scored, text, trial,
};
use libtest_mimic::{Failed, Trial};
use mcp_evidence_generator as generator;
use mcp_evidence_reproduction::capture::{CAPTURE_LIMIT, ERROR_LIMIT};
use mcp_evidence_reproduction::pack::TEXTS;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::process::Command;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("run::one_phase_is_two_phases", one_phase_is_two_phases),
        trial("run::a_signal_leaves_nothing_behind", interrupted),
        trial("run::captures_are_deterministic", captures_are_deterministic),
        trial("run::mismatches_are_shown_by_name", mismatches_are_shown_by_name),
        trial("run::errors_are_kept_within_bounds", errors_are_kept_within_bounds),
        trial("run::exit_status_and_stderr_are_recorded", exit_status_and_stderr_are_recorded),
        trial("run::a_signal_in_a_foreign_capture_is_told", a_signal_is_told),
        trial("run::capture_errors_are_harness_errors", capture_errors_are_harness_errors),
        trial("run::another_corpus_goes_under_our_own_ids", another_corpus),
        trial("run::an_identity_file_says_what_flags_say", identity_file_and_flags),
        trial("run::captures_are_written_as_python_would", as_python_would)
            .with_ignored_flag(ignores_python()),
        trial("run::misuse_is_refused", misuse),
        trial("run::a_pack_comes_from_texts", a_pack_comes_from_texts),
    ]
}

fn with_pack() -> Folder {
    let folder = Folder::new();
    folder.write("pack.tar.gz", our_pack());
    folder
}

fn words(words: &[&str], candidate: Vec<String>) -> Vec<String> {
    let words = words.iter().chain(&IDENTITY).chain(&["--"]).map(|word| (*word).to_owned());
    words.chain(candidate).collect()
}

const CAPTURE: [&str; 5] = ["capture", "--pack", "pack.tar.gz", "--output", "capture.json"];
const SCORE: [&str; 7] =
    ["score", "--pack", "pack.tar.gz", "--capture", "capture.json", "--output", "run.json"];

/// A capture has no word for a part of itself.
fn interrupted() -> Result<(), Failed> {
    let folder = with_pack();
    let temporary = folder.path().join("temporary");
    std::fs::create_dir(&temporary)?;
    let started = folder.path().join("started");
    let script = format!("touch {}; sleep 60", started.display());
    let candidate = ["sh", "-c", &script].map(str::to_owned).to_vec();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-evidence"));
    command.args(words(&CAPTURE, candidate)).current_dir(folder.path()).env("TMPDIR", &temporary);
    let mut child = command.stderr(std::process::Stdio::null()).spawn()?;
    while !started.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    kill_process(Pid::from_child(&child), Signal::TERM)?;
    assert_eq!(child.wait()?.code(), Some(143));
    assert_eq!(std::fs::read_dir(&temporary)?.count(), 0);
    assert!(!folder.has("capture.json"));
    Ok(())
}

fn one_phase_is_two_phases() -> Result<(), Failed> {
    for (candidate, code) in [(built_in(), 0), (fake("invalid"), 1), (fake("silent"), 2)] {
        let folder = with_pack();
        folder.run(words(&CAPTURE, candidate.clone())).code(if code == 2 { 2 } else { 0 });
        folder.run(SCORE).code(code);
        let one = [
            "score",
            "--pack",
            "pack.tar.gz",
            "--output",
            "one.json",
            "--keep-capture",
            "kept.json",
        ];
        folder.run(words(&one, candidate)).code(code);
        assert_eq!(folder.read("run.json"), folder.read("one.json"));
        assert_eq!(folder.read("capture.json"), folder.read("kept.json"));
    }
    Ok(())
}

fn captures_are_deterministic() -> Result<(), Failed> {
    for jobs in ["1", "7"] {
        let folder = with_pack();
        let arguments = [&CAPTURE[..], &["--jobs", jobs]].concat();
        folder.run(words(&arguments, built_in())).code(0);
        assert_eq!(folder.read("capture.json"), scored().0);
    }
    let text = String::from_utf8(scored().0.clone())?;
    assert!(
        text.is_ascii() && text.ends_with("}\n") && text.starts_with("{\n  \"capture_non_claims\"")
    );
    Ok(())
}

fn mismatches_are_shown_by_name() -> Result<(), Failed> {
    let folder = with_pack();
    let arguments = ["score", "--pack", "pack.tar.gz", "--keep-capture", "capture.json"];
    let shown = folder.run(words(&arguments, fake("invalid"))).code(1).stdout();
    for part in [
        "MISMATCH  ok-001-deny-bound-observation",
        "- verdict: \"valid\"",
        "+ verdict: \"invalid\"",
        "says      I \\u{1b}[31mrefuse",
        "mcp-evidence run --only=ok-001-deny-bound-observation -- ",
        "7 of 14 matched, 7 mismatched",
        "14 cases: the report's `schema` is absent",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains('\u{1b}'));
    let shown = folder.run(SCORE).code(1).stdout();
    assert!(shown.contains("says      (something; a capture does not keep the words)"), "{shown}");
    let record = folder.json("run.json");
    assert_eq!(record["summary"]["review_warnings"], 28);
    assert_eq!(
        record["cases"][0]["review_warnings"],
        json!(["report_schema_missing_or_unexpected", "report_profile_missing_or_unexpected"])
    );
    Ok(())
}

fn errors_are_kept_within_bounds() -> Result<(), Failed> {
    let missing = || vec!["./no-such-program".to_owned()];
    for (candidate, part) in [
        (fake("silent"), "stdout is empty"),
        (fake("wide"), "stdout is not JSON"),
        (fake("long"), "stdout has more than 1048576 bytes"),
        (fake("panics"), "stdout is empty"),
        (missing(), "no such file"),
    ] {
        let folder = with_pack();
        let shown = folder.run(words(&CAPTURE, candidate)).code(2).stdout();
        assert!(shown.contains("0 of 14 cases answered"), "{shown}");
        let bytes = folder.read("capture.json");
        assert!(bytes.len() <= CAPTURE_LIMIT && bytes.is_ascii());
        for observation in folder.json("capture.json")["observations"].as_array().ok_or("none")? {
            assert_eq!(observation["state"], "candidate_error");
            let error = observation["error"].as_str().ok_or("no text")?;
            assert!(error.contains(part) && error.chars().count() <= ERROR_LIMIT, "{error}");
        }
        folder.run(["validate", "--pack", "pack.tar.gz", "capture.json"]).code(0);
        folder.run(SCORE).code(2);
        assert_eq!(folder.json("run.json")["summary"]["execution_error"], 14);
    }
    Ok(())
}

fn exit_status_and_stderr_are_recorded() -> Result<(), Failed> {
    let folder = with_pack();
    folder.run(words(&CAPTURE, fake("noisy"))).code(0);
    let observation = &folder.json("capture.json")["observations"][0];
    assert_eq!(observation["exit_code"], 7);
    assert_eq!(observation["stderr_present"], true);
    assert_eq!(observation["reviewer_reason_present"], false);
    folder.run(SCORE).code(1);
    let summary = &folder.json("run.json")["summary"];
    assert_eq!((&summary["match"], &summary["mismatch"]), (&json!(2), &json!(12)));
    Ok(())
}

fn a_signal_is_told() -> Result<(), Failed> {
    let folder = with_pack();
    let signalled =
        edited(&scored().0, |capture| capture["observations"][0]["exit_code"] = json!(-9));
    folder.write("capture.json", signalled);
    let shown = folder.run(SCORE).code(0).stdout();
    assert!(shown.contains("case-001: signal 9 ended the candidate after its report"), "{shown}");
    Ok(())
}

fn capture_errors_are_harness_errors() -> Result<(), Failed> {
    let folder = with_pack();
    let spoiled = edited(&scored().0, |capture| {
        let case = &capture["observations"][4];
        capture["observations"][4] = json!({
            "case_id": case["case_id"], "input_sha256": case["input_sha256"],
            "state": "capture_error", "error": "the disk is full",
        });
    });
    folder.write("capture.json", spoiled);
    folder.run(SCORE).code(2);
    let record = folder.json("run.json");
    assert_eq!(record["harness_errors"], json!(["case-005: the disk is full"]));
    assert_eq!(record["cases"][4]["status"], "harness_error");
    assert_eq!(record["summary"]["harness_error"], 1);
    folder
        .run(["validate", "run.json", "--capture", "capture.json", "--pack", "pack.tar.gz"])
        .code(0);
    Ok(())
}

/// Three vectors under another profile, from files.
fn another_corpus() -> Result<(), Failed> {
    let folder = Folder::new();
    let mut corpus = generator::published();
    let kept = |id: &str| ["ok-001", "bad-103", "bad-109"].iter().any(|kept| id.starts_with(kept));
    let files: Vec<String> =
        corpus.manifest.vectors.iter().filter(|v| kept(&v.id)).map(|v| v.file.clone()).collect();
    corpus.manifest.vectors.retain(|vector| kept(&vector.id));
    corpus.bundles.retain(|bundle| files.contains(&bundle.file));
    corpus.manifest.suite = "Another Suite".to_owned();
    corpus.manifest.profile = "privileged-mcp-action/v9".to_owned();
    (corpus.manifest.counts.accept, corpus.manifest.counts.reject) = (1, 2);
    corpus.manifest.corpus_digest =
        generator::chain(corpus.manifest.vectors.iter().map(|vector| vector.sha256.as_str()));
    for file in corpus.files() {
        folder.write(&format!("corpus/{}", file.path), file.bytes);
    }
    TEXTS.iter().for_each(|name| folder.write(&format!("texts/{name}"), text(name)));
    let manifest = ["--manifest", "corpus/MANIFEST.json"];
    let pack = ["pack", "--texts", "texts", "--source-commit", COMMIT, "--output", "pack.tar.gz"];
    folder.run(pack.iter().chain(&manifest)).code(0);
    folder.run(words(&CAPTURE, built_in())).code(0);
    folder.run(SCORE.iter().chain(&manifest)).code(0);
    let (capture, record) = (folder.json("capture.json"), folder.json("run.json"));
    assert_eq!(capture["schema"], "mcp-evidence.capture.v1");
    assert_eq!(record["schema"], "mcp-evidence.run_record.v1");
    assert_eq!(record["suite"], "another-suite");
    assert_eq!(record["profile"], "privileged-mcp-action/v9");
    assert_eq!(record["summary"]["match"], 3);
    let names = |value: &Value| value.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
    assert_eq!(names(&capture), names(&serde_json::from_slice(&scored().0)?));
    assert_eq!(names(&record), names(&serde_json::from_slice(&scored().1)?));
    let refused = folder.run(SCORE).code(2).stderr();
    assert!(refused.contains("name its manifest with --manifest"), "{refused}");
    let validate = ["validate", "run.json", "--capture", "capture.json", "--pack", "pack.tar.gz"];
    folder.run(validate.iter().chain(&manifest)).code(0);
    let report =
        folder.run(["report", "--run", "run.json"].iter().chain(&manifest)).code(0).stdout();
    assert!(report.contains("was not measured") && report.contains("not the published corpus"));
    Ok(())
}

fn identity_file_and_flags() -> Result<(), Failed> {
    let folder = with_pack();
    folder.run(["init", "identity"]).code(0);
    let template = String::from_utf8(folder.read("identity.toml"))?;
    let again = folder.run(["init", "identity"]).code(2).stderr();
    assert!(again.contains("identity.toml"), "{again}");
    let stdout = folder.run(["validate", "identity.toml"]).code(1).stdout();
    assert!(stdout.contains("commit: is missing; give the full commit"), "{stdout}");
    let filled = template
        .replacen("name = \"\"", "name = \"tried\"", 1)
        .replacen("source = \"\"", "source = \"https://example.org/tried\"", 1)
        .replacen("mode = \"\"", "mode = \"other_disclosed\"", 1);
    folder.write("identity.toml", filled);
    // The one member that changes with every try comes by flag.
    let flags =
        ["--identity", "identity.toml", "--commit", &"f".repeat(40), "--"].map(str::to_owned);
    let arguments = CAPTURE.map(str::to_owned).into_iter().chain(flags).chain(built_in());
    folder.run(arguments).code(0);
    assert_eq!(folder.read("capture.json"), scored().0);
    Ok(())
}

/// Python's json module writes the same bytes for what it reads.
fn as_python_would() -> Result<(), Failed> {
    let folder = with_pack();
    let name = ["--name", "V\u{e9}rificateur \u{2014} \u{1f642} \"\\"].map(str::to_owned);
    let arguments = CAPTURE.iter().chain(&IDENTITY[2..]).map(|word| (*word).to_owned());
    let candidate = ["--".to_owned()].into_iter().chain(built_in());
    folder.run(arguments.chain(name).chain(candidate)).code(0);
    folder.run(SCORE).code(0);
    let script = "import json,sys; \
        print(json.dumps(json.load(open(sys.argv[1])), indent=2, sort_keys=True))";
    for file in ["capture.json", "run.json"] {
        let mut python = Command::new("python3");
        let output = python.args(["-c", script, file]).current_dir(folder.path()).output()?;
        assert!(output.stdout == folder.read(file), "{file}");
    }
    Ok(())
}

fn misuse() -> Result<(), Failed> {
    let folder = with_pack();
    folder.write("capture.json", &scored().0);
    for (arguments, part) in [
        (words(&["capture", "--pack", "none", "--output", "x"], built_in()), "cannot read none"),
        (words(&["capture", "--pack", ".", "--output", "x"], built_in()), "cannot read ."),
        (
            words(&["capture", "--pack", "pack.tar.gz", "--output", "no/x"], built_in()),
            "cannot write",
        ),
        (words(&["capture", "--pack", "pack.tar.gz", "--output", "x"], Vec::new()), "CANDIDATE"),
        (
            ["capture", "--pack", "pack.tar.gz", "--output", "x", "--", "true"]
                .map(str::to_owned)
                .to_vec(),
            "commit: is missing; give the full commit",
        ),
        (["score", "--pack", "pack.tar.gz"].map(str::to_owned).to_vec(), "--capture"),
        (
            words(&["score", "--pack", "pack.tar.gz", "--capture", "capture.json"], built_in()),
            "cannot be used with",
        ),
        (
            ["report", "--run", "capture.json"].map(str::to_owned).to_vec(),
            "schema: the id of a run record",
        ),
    ] {
        let stderr = folder.run(&arguments).code(2).stderr();
        assert!(stderr.contains(part), "{arguments:?}: {stderr}");
        assert!(!folder.has("x"));
    }
    Ok(())
}

fn a_pack_comes_from_texts() -> Result<(), Failed> {
    let folder = Folder::new();
    TEXTS.iter().for_each(|name| folder.write(&format!("texts/{name}"), text(name)));
    folder.write("texts/notes.md", "ignored");
    let pack = |commit: &'static str| {
        ["pack", "--texts", "texts", "--source-commit", commit, "--output", "pack.tar.gz"]
    };
    folder.run(pack(COMMIT)).code(0);
    assert_eq!(folder.read("pack.tar.gz"), our_pack());
    let stderr = folder.run(pack("HEAD")).code(2).stderr();
    assert!(stderr.contains("HEAD is not 40 lowercase hex digits"), "{stderr}");
    std::fs::remove_file(folder.path().join("pack.tar.gz"))?;
    let rules = pack(COMMIT).into_iter().chain(["--suite", "privileged-mcp-action-v0-rules"]);
    let stderr = folder.run(rules).code(2).stderr();
    assert!(stderr.contains("\n  tar-gnu-magic: its point may lie in its container"), "{stderr}");
    let probes = pack(COMMIT).into_iter().chain(["--suite", "privileged-mcp-action-v0-probes"]);
    let stderr = folder.run(probes).code(2).stderr();
    assert!(stderr.contains("which are never scored: there is no pack of it"), "{stderr}");
    std::fs::remove_file(folder.path().join("texts/spec.md"))?;
    let stderr = folder.run(pack(COMMIT)).code(2).stderr();
    assert!(stderr.contains("cannot read texts/spec.md"), "{stderr}");
    assert!(!folder.has("pack.tar.gz"));
    Ok(())
}
