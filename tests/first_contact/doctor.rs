//! What `doctor` says about each way to keep the contract or to break it.

use crate::common::{code, run, run_in, stderr, stdout};
use crate::{INVALID, executable};
use std::fs;
use std::process::{Command, Output};

/// `doctor` over a shell script; `$1` is the case.
fn script(text: &str) -> Output {
    run(&["doctor", "--timeout", "4", "--", "sh", "-c", text, "--"])
}

/// Every part is told, and the exit code is this one.
fn check(output: &Output, exit: i32, parts: &[&str]) {
    let told = stdout(output);
    for part in parts {
        assert!(told.contains(part), "{part} is not in:\n{told}{}", stderr(output));
    }
    assert_eq!(code(output), exit, "{told}");
}

#[test]
fn a_right_candidate_keeps_all_clauses() {
    let program = env!("CARGO_BIN_EXE_mcp-evidence");
    let output = run(&["doctor", "--", program, "verify", "--format", "json"]);
    check(
        &output,
        0,
        &[
            "ok-001-deny-bound-observation: pass / valid is expected",
            "bad-101-tampered-bundle: fail is expected",
            "verify --format json /",
            "/case-004.bundle.tar.gz",
            "ms, exit status 1",
            "answer   pass / valid (match)",
            "  kept     5. ",
            "Next: mcp-evidence run -- ",
        ],
    );
    let told = stdout(&output);
    assert!(!told.contains("BROKEN") && !told.contains("worth knowing"), "{told}");
    assert_eq!(told.matches("  kept  ").count(), 5);
}

#[test]
fn a_wrong_verdict_breaks_nothing_and_remarks_are_no_breach() {
    let output = script(&format!("echo '{INVALID}'; exit 7"));
    check(
        &output,
        0,
        &[
            "stdout   51 bytes: {\"bundle_integrity\": \"pass\", \"verdict\": \"invalid\"}\\n",
            "exit status 7",
            "ok-001-deny-bound-observation: mismatch",
            "over these cases alone it is 1",
            "it answers both alike, pass / invalid",
            "nothing in `findings` says why (reject_reason_missing, unscored)",
            "(report_profile_missing_or_unexpected, unscored)",
        ],
    );
}

#[test]
fn what_is_slow_or_leaves_children_is_told() {
    let output = script(&format!("echo '{INVALID}'; sleep 30 >&2 & sleep 1.1"));
    check(&output, 0, &["of the 4000 that a case may take", "it left processes behind"]);
}

#[test]
fn every_breach_of_clause_two_says_what_to_do() {
    let printed = |bytes: &str| format!("printf '{bytes}'");
    for (text, parts) in [
        (":", &["nothing", "stdout is empty", "flush it before the exit"][..]),
        ("echo '{}' >&2", &["stderr   3 bytes: {}\\n", "its report went to standard error"]),
        ("echo oops >&2; exit 1", &["standard error says why"]),
        ("no-such-command-here", &["exit status 127", "could not start"]),
        (
            &printed("hello\\n{}"),
            &["other text before the JSON object", "belong on standard error"],
        ),
        (&printed("{} bye"), &["goes on after the JSON object", "belong on standard error"]),
        (&printed("\\357\\273\\277{}"), &["byte order mark", "\\u{feff}{}"]),
        (&printed("{\"a\":\"\\377\"}"), &["not UTF-8 from byte 6 on", "\\xff"]),
        (&printed("\\377\\376{\\0"), &["this is UTF-16"]),
        (&printed("{}\\n{}"), &["a second JSON object", "one path, one object"]),
        (&printed("{\"a\":1,\"a\":1}"), &["name each member once"]),
        (&printed("{\"a\":NaN}"), &["JSON has no such number"]),
        (&printed("{\"a\":1e999}"), &["readers differ on such a value"]),
        (&printed("[]"), &["an array", "report's object itself"]),
        ("echo \"{'a': True}\"", &["json.dumps"]),
        ("echo 'Usage: verify --bundle FILE'", &["it wants other arguments", "sh -c "]),
        ("echo fine", &["stdout is not JSON", "as JSON and nothing else"]),
        ("kill -SEGV $$", &["by signal 11 (SIGSEGV)", "it crashed"]),
        ("kill -KILL $$", &["somebody killed it"]),
        ("head -c 2000000 /dev/zero", &["logs belong on standard error"]),
    ] {
        let output = script(text);
        check(&output, 2, parts);
        check(
            &output,
            2,
            &["  kept     1. ", "  BROKEN   2. ", "  open     3. ", "  open     4. "],
        );
        check(
            &output,
            2,
            &["Mend the first broken clause, then: mcp-evidence doctor --timeout 4 -- sh"],
        );
    }
}

#[test]
fn a_candidate_that_does_not_end_is_told_why() {
    let doctor = |text: &str| run(&["doctor", "--timeout", "0.3", "--", "sh", "-c", text, "--"]);
    check(&doctor("sleep 30"), 2, &["stopped after 0.3 s", "give --timeout SECONDS"]);
    let served = doctor(&format!("echo '{INVALID}'; sleep 30"));
    check(&served, 2, &["its report is there, but it did not exit"]);
}

#[test]
fn all_faults_of_a_shape_are_told_at_once() {
    let report = r#"{"bundle_integrity": "ok", "verdict": "valid", "claims": {"x": 1}}"#;
    let output = script(&format!("echo '{report}'"));
    check(
        &output,
        2,
        &[
            "  kept     2. ",
            "  BROKEN   3. ",
            "bundle_integrity must be pass or fail, and is \"ok\"",
            "claims.x must be absent",
            "claims.external_side_effect must be an object, and is absent",
            "do: the smallest reports of the right shape: {\"bundle_integrity\": \"fail\"}, {",
        ],
    );
    let help = run(&["run", "--help"]);
    check(&help, 0, &["{\"bundle_integrity\": \"fail\"}", "reject_reason_missing", "as here"]);
}

/// The advice is that of the suite, and no other's.
#[test]
fn another_shape_is_told_the_smallest_of_its_suite() {
    for (suite, smallest) in [
        (CALLS, r#"{"observed_tool_decisions": [{"classification": "classified"}]}; "#),
        ("tool-decision-surface-v0-check", r#"{"verdict": "valid"}, {"verdict": "invalid"}; "#),
        ("request-decision-receipts-v0", r#"{"verdict": "accepted", "associations": []}, {"rec"#),
        ("trust-annotations-draft", r#"{"results": [{"result": {"sensitive": "no_claim", "#),
    ] {
        let output = run(&["doctor", "--suite", suite, "--", "sh", "-c", "echo '{}'", "--"]);
        check(
            &output,
            2,
            &["BROKEN   3. ", "do: the smallest reports of the right shape: ", smallest],
        );
        let told = stdout(&output);
        assert!(!told.contains("bundle_integrity") && !told.contains("run --help"), "{told}");
        assert!(
            told.contains(" asks for {\"") && told.contains("; absent is not null\n"),
            "{told}"
        );
    }
}

/// Want of room on our side says nothing about the candidate.
#[test]
fn a_case_that_cannot_be_laid_out_breaks_no_clause() {
    let folder = tempfile::tempdir().expect("a folder");
    // Whatever is written is too large, as on a full disk; the signal is ignored.
    let text = r#"trap "" XFSZ; ulimit -f 0; exec "$0" doctor -- true"#;
    let output = Command::new("sh")
        .args(["-c", text, env!("CARGO_BIN_EXE_mcp-evidence")])
        .env("TMPDIR", folder.path())
        .output()
        .expect("sh starts");
    let told = stderr(&output);
    assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{told}");
    let place = folder.path().canonicalize().expect("a path");
    for part in [
        &format!("cannot lay out the case in {}: File too large", place.display()),
        "TMPDIR",
        "says nothing about the candidate",
    ] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn a_harness_that_is_attacked_hears_nothing() {
    check(&script("kill -9 $PPID"), 2, &["BROKEN   4. ", "open     1. ", "(not_run)"]);
}

#[test]
fn a_failed_start_says_what_the_file_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    executable(&folder.join("windows"), "#!/bin/sh\r\necho\r\n");
    executable(&folder.join("env"), "#!/usr/bin/env sh\r\necho\r\n");
    executable(&folder.join("text.py"), "print('{}')\n");
    executable(&folder.join("text.sh"), "#!/bin/sh\n");
    fs::write(folder.join("plain"), "#!/bin/sh\n").expect("writes");
    fs::write(folder.join("text"), "print()\n").expect("writes");
    for (program, parts) in [
        ("./windows", &["errno 2", "Windows line endings", "sed -i 's/\\r$//' /"][..]),
        ("./text.py", &["errno 8", "no interpreter line", "-- python3 /"]),
        ("./plain", &["errno 13", "chmod +x /"]),
        ("plain", &["errno 2", "chmod +x plain and write ./plain"]),
        ("text.py", &["errno 2", "such a file, without an interpreter line: -- python3 text.py"]),
        ("text", &["errno 2", "and it has no interpreter line", "-- INTERPRETER text"]),
        ("./text.pY", &["errno 2", "but there is text.py"]),
        ("./text.sh ", &["errno 2", "but there is text.sh, without the blank"]),
        ("./text.sh --x", &["errno 2", "it is one word with blanks in it", "/text.sh --x"]),
        ("cd x && ./v", &["errno 2", "cd x && ./v is for a shell to read"]),
        (
            "source",
            &["errno 2", "a word of the shell", "sh -c '. ./FILE && exec PROGRAM \"$1\"' --"],
        ),
        ("FOO=1", &["errno 2", "-- env FOO=1 PROGRAM"]),
        ("~/verify", &["errno 2", "~ was not expanded"]),
        ("$HOME/verify", &["errno 2", "$HOME was not expanded"]),
        ("python3 verify.py", &["errno 2", "words of their own: -- python3 verify.py"]),
        ("/dev/null", &["errno 13", "it is a device and no program"]),
        (".", &["errno 13", "a word of the shell"]),
        ("./", &["errno 13", "it is a folder"]),
        ("./no/such", &["errno 2", "there is no folder /"]),
        ("./no-such", &["errno 2", "there is no such file"]),
    ] {
        let output = run_in(folder, &["doctor", "--", program]);
        check(&output, 2, &["it never ran", "  BROKEN   1. ", "  open     2. ", "cannot start "]);
        check(&output, 2, parts);
        let run = run_in(folder, &["run", "--only", "ok-001*", "--", program]);
        check(&run, 2, &parts[1..]);
        check(&run, 2, &["No case was answered; to see what to mend: mcp-evidence doctor "]);
    }
    // This one starts, and `env` does not find what it is to start.
    check(&run_in(folder, &["doctor", "--", "./env"]), 2, &["exit status 127", "sed -i"]);
}

#[test]
fn without_a_candidate_there_is_nothing_to_look_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run_in(folder.path(), &["doctor", "--no-config"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("mcp-evidence doctor -- ./verify"), "{}", stderr(&output));
    assert_eq!(code(&run(&["doctor", "--suite", "no-such-suite", "--", "true"])), 2);
}

#[test]
fn any_suite_has_two_vectors_to_look_at() {
    let program = env!("CARGO_BIN_EXE_mcp-evidence");
    for (suite, asked) in [
        ("privileged-mcp-action-v0-rules", " is expected\n"),
        ("privileged-mcp-action-v0-probes", " is pinned\n"),
    ] {
        let output =
            run(&["doctor", "--suite", suite, "--", program, "verify", "--format", "json"]);
        check(&output, 0, &[&format!("pass / valid{asked}"), &format!("run --suite {suite} --")]);
        assert_eq!(stdout(&output).matches(asked).count(), 2);
    }
}

/// What is compared is the whole answer, not its name in a few words.
#[test]
fn answers_are_alike_only_where_all_that_is_compared_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    // An entry for the first call, with this call's own status.
    let entry = r#"{"observed_tool_decisions": [{"classification": "classified", "response": {"status": "'$status'"}}]}"#;
    let candidate = |status: &str| {
        let text = format!("#!/bin/sh\nstatus={status}\necho '{entry}'\n");
        executable(&folder.join("classify"), &text)
    };
    let doctor = || run_in(folder, &["doctor", "--suite", CALLS, "--", "./classify"]);
    candidate("$(cksum < \"$1\" | cut -d' ' -f1)");
    let output = doctor();
    check(&output, 0, &["answer   classified (mismatch, in schema, ", "Next: mcp-evidence run"]);
    assert!(!stdout(&output).contains("alike"), "{}", stdout(&output));
    candidate("success");
    check(&doctor(), 0, &["it answers both alike, classified"]);
}

const CALLS: &str = "tool-decision-surface-v0";

/// `run` holds it to the same.
#[test]
fn a_forbidden_text_is_a_mismatch_that_says_where_it_stands() {
    let text = format!("{} classify \"$1\"; cat \"$1\" >&2", env!("CARGO_BIN_EXE_mcp-evidence"));
    let output = run(&["doctor", "--suite", CALLS, "--", "sh", "-c", &text, "--"]);
    check(
        &output,
        0,
        &[
            "answer   classified (mismatch)",
            "  leaks    forbidden literal 1 at stderr",
            "over these cases alone it is 1",
        ],
    );
    assert!(!stdout(&output).contains("ghp_fixture"), "{}", stdout(&output));
}

/// An answer of receipts may be longer than other reports, in `run` as here.
#[test]
fn a_long_answer_is_heard_where_the_suite_allows_one() {
    let text = r#"printf '{"verdict": "rejected", "findings": ["'; head -c 2000000 /dev/zero | tr '\0' x; echo '"]}'"#;
    let suite = "request-decision-receipts-v0";
    let output = run(&["doctor", "--suite", suite, "--", "sh", "-c", text, "--"]);
    check(&output, 0, &["stdout   2000042 bytes: ", "answer   rejected (match)"]);
    let output = run(&["doctor", "--", "sh", "-c", text, "--"]);
    check(&output, 2, &["stopped beyond 1048576 bytes"]);
}

/// The end of a run where nothing was answered leads to the same suite.
#[test]
fn the_command_that_looks_further_is_about_the_same_corpus() {
    let hint = |arguments: &[&str]| -> String {
        let output = run(arguments);
        let told = stdout(&output);
        let hint = told.lines().find_map(|line| line.strip_prefix("No case was answered; "));
        hint.unwrap_or_else(|| panic!("{told}{}", stderr(&output))).to_owned()
    };
    let to = "to see what to mend: mcp-evidence doctor";
    for suite in ["privileged-mcp-action-v1", "tool-decision-surface-v0-probes"] {
        let run = hint(&["run", "--suite", suite, "--timeout", "5", "--", "false"]);
        assert_eq!(run, format!("{to} --suite {suite} --timeout 5 -- false"));
    }
    let manifest = "vectors/privileged-mcp-action-v1/MANIFEST.json";
    let told = hint(&["run", "--manifest", manifest, "--", "false"]);
    assert_eq!(told, format!("{to} --manifest {manifest} -- false"));
    let doctor = run(&["doctor", "--manifest", manifest, "--", "false"]);
    let again = format!("then: mcp-evidence doctor --manifest {manifest} -- false");
    check(&doctor, 2, &["ok-001-deny-bound-v1-observation: pass / valid is expected", &again]);
}
