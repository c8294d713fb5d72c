//! The implementation report, and the sample of it in `docs/`.

use crate::support::{Folder, corpus_of, edited, our_pack, scored, trial};
use libtest_mimic::{Failed, Trial};
use mcp_evidence_generator as generator;
use mcp_evidence_harness::result::{
    CandidateRecord, Case, Measured, OptionsRecord, SCHEMA, Setting, Status, SuiteRecord, Summary,
    Tool,
};
use mcp_evidence_harness::{Corpus, RunResult, diagnosis::Diagnosis};
use mcp_evidence_reproduction::report::RulesRun;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Set to anything, the sample is written anew instead of compared.
const WRITE: &str = "MCP_EVIDENCE_WRITE_SAMPLES";

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("report::the_sample_is_what_the_program_writes", sample),
        trial("report::the_bare_record_leaves_blanks", bare),
        trial("report::files_that_contradict_each_other_are_refused", contradictions),
        trial("report::text_of_the_files_is_no_markup", hostile),
        trial("report::a_constant_answer_shows_no_rule", constant_answers),
        trial("report::results_over_other_corpora_are_refused", other_results),
    ]
}

const REPORT: [&str; 3] = ["report", "--run", "run.json"];

const SAMPLE_IDENTITY: &str = r#"
name = "sample-verifier"
version = "0.3.1"
source = "https://example.org/sample-verifier"
commit = "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e"
mode = "from_spec_then_conformance"
authorship = ["Authored-By: human", "Assisted-By: ExampleAssistant 2.0"]

[materials]
before_freeze = ["spec.md, descriptor.json and canonicalization/ of the pack"]
after_freeze = ["the scorer's mismatches"]

[report]
language = "Go 1.24"
runtime = "none beyond the program itself"
author = "A. Sample"
contact = "sample@example.org"
frozen_at = "2026-09-01T12:00:00Z"
first_run_at = "2026-09-01T14:30:00Z"
relationship = "none"
funding = "none"
independence = "I had not read any other verifier of this profile, nor its generator, before the freeze."
output_checked = "Every suggestion was read and tested before it was committed."
command = "./sample-verifier"
operating_system = "Debian 13, x86-64"
"#;

const SAMPLE_HEAD: &str = "\
> A sample. The verifier does not exist, and its answers were made up: it leaves one rule out, \
is too strict about one reason, and gives no reason once. The pack holds the published cases \
among texts of no meaning, so its digest is not the published one. A test writes this page anew \
and compares.

";

/// Answers of a verifier that does not look at the digest leg of the binding.
fn sample_files() -> Folder {
    let folder = Folder::new();
    folder.write("pack.tar.gz", our_pack());
    folder.write("identity.toml", SAMPLE_IDENTITY);
    let capture = edited(&scored().0, |capture| {
        capture["implementation"] = json!({
            "name": "sample-verifier", "version": "0.3.1", "id": null, "image": null,
            "source": "https://example.org/sample-verifier",
            "commit": "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e",
            "reproduction_mode": "from_spec_then_conformance",
        });
        let bound = capture["observations"][3]["observed"].clone();
        capture["observations"][13]["observed"] = bound;
        capture["observations"][6]["reviewer_reason_present"] = json!(false);
    });
    folder.write("capture.json", capture);
    let score =
        ["score", "--pack", "pack.tar.gz", "--capture", "capture.json", "--output", "run.json"];
    folder.run(score).code(1);
    let corpus = corpus_of(&generator::rules());
    let lacks = |rule: &str, _: &Value| match rule {
        "stage3.binding.digest" => {
            Some(json!({"bundle_integrity": "pass", "verdict": "valid", "claims": {}}))
        }
        "stage2.permit.reason.manifest_baseline_missing" => {
            Some(json!({"bundle_integrity": "pass", "verdict": "invalid"}))
        }
        _ => None,
    };
    let result = result(&corpus, lacks);
    folder.write("rules.json", serde_json::to_vec(&result).expect("serializes"));
    folder
}

fn sample() -> Result<(), Failed> {
    let folder = sample_files();
    let beside =
        ["--capture", "capture.json", "--identity", "identity.toml", "--rules-run", "rules.json"];
    let report = folder.run(REPORT.iter().chain(&beside)).code(0).stdout();
    assert_words(&report);
    let text = format!("{SAMPLE_HEAD}{report}");
    let path = docs("sample-report.md");
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(path, text)?;
        return Ok(());
    }
    let kept = std::fs::read_to_string(path)?;
    let differing = kept.lines().zip(text.lines()).find(|(kept, written)| kept != written);
    if let Some((kept, written)) = differing {
        return Err(format!("docs/sample-report.md: {kept:?} stands there, {written:?} is written; {WRITE}=1 writes it anew").into());
    }
    assert_eq!(kept, text);
    Ok(())
}

pub(crate) fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)
}

/// A report claims nothing that a run cannot show.
fn assert_words(report: &str) {
    let words = |c: char| !c.is_alphanumeric();
    for word in report.to_lowercase().split(words) {
        assert!(
            !["certified", "secure", "compliant", "proven", "guaranteed"].contains(&word),
            "{word}"
        );
    }
}

fn bare() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.write("run.json", &scored().1);
    let report = folder.run(REPORT).code(0).stdout();
    assert_words(&report);
    for part in [
        "| author | **[blank]** |",
        "| independence, in the author's words | **[blank]** |",
        "(the file was not at hand)",
        "| matches | 14 of 14 (every answer was compared again",
        "| of the 27 in-scope rules of the published analysis | 5 | 22 |",
        "**[blank]** (no run over the rule corpus was given",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let written = folder.run(REPORT.iter().chain(&["--output", "report.md"])).code(0).stdout();
    assert_eq!(written, "wrote report.md\n");
    assert_eq!(String::from_utf8(folder.read("report.md"))?, report);
    Ok(())
}

fn contradictions() -> Result<(), Failed> {
    let folder = sample_files();
    folder.write(
        "other.toml",
        SAMPLE_IDENTITY.replacen("0.3.1", "0.3.2", 1).replacen("5ca1ab1e", "00000000", 1),
    );
    folder.write("other.json", &scored().0);
    folder.write("no.json", "[]");
    let untrue =
        edited(&folder.read("run.json"), |r| r["cases"][0]["stderr_present"] = json!(true));
    folder.write("untrue.json", untrue);
    let untrue =
        ["report", "--run", "untrue.json", "--capture", "capture.json", "--output", "x.md"];
    let stderr = folder.run(untrue).code(2).stderr();
    assert!(stderr.contains("the run record and its capture differ in: case-001"), "{stderr}");
    assert!(!folder.has("x.md"));
    for (option, file, part) in [
        ("--identity", "other.toml", "the identity and the run record differ in: version, commit"),
        ("--capture", "other.json", "and the run record is about sha256:"),
        ("--rules-run", "no.json", "it is no result of `run`"),
        ("--rules-run", "none.json", "cannot read none.json"),
        ("--identity", "no.json", "the identity, line 1"),
    ] {
        let stderr =
            folder.run(REPORT.iter().chain(&[option, file, "--output", "x.md"])).code(2).stderr();
        assert!(stderr.contains(part), "{option}: {stderr}");
        assert!(!folder.has("x.md"));
    }
    Ok(())
}

fn hostile() -> Result<(), Failed> {
    let folder = Folder::new();
    let record = edited(&scored().1, |record| {
        record["implementation"]["name"] = json!("<b>|x\n# y\u{1b}[31m `z` [a](https://b)");
        record["implementation"]["source"] = json!("https://example.org/><script>|");
    });
    folder.write("run.json", record);
    let report = folder.run(REPORT).code(0).stdout();
    assert!(report.contains(r"\<b\>\|x<br>\# y\\u{1b}\[31m \`z\` \[a\](https://b)"), "{report}");
    assert!(!report.contains('\u{1b}') && !report.contains("<script>"));
    Ok(())
}

/// A result over a corpus: every answer right but those that `other` gives.
fn result(corpus: &Corpus, other: impl Fn(&str, &Value) -> Option<Value>) -> RunResult {
    let cases: Vec<Case> = corpus
        .vectors()
        .iter()
        .enumerate()
        .map(|(index, vector)| {
            let rule = corpus.rule(index).map_or("", |rule| rule.id);
            let observed = other(rule, &vector.expected).unwrap_or_else(|| vector.expected.clone());
            Case {
                id: vector.id.clone(),
                description: String::new(),
                case: String::new(),
                rule: None,
                point: None,
                // What it says is not believed.
                status: Status::Match,
                retries: 0,
                baseline: None,
                expected: Value::Null,
                observed: Some(observed),
                error: None,
                leaks: Vec::new(),
                reasons: Vec::new(),
                warnings: Vec::new(),
                exit: None,
                stderr: None,
                stdout: None,
                report: None,
                repeat: String::new(),
                inspect: None,
            }
        })
        .collect();
    RunResult {
        schema: SCHEMA.to_owned(),
        tool: Tool::default(),
        partial: false,
        doctor: None,
        next: None,
        stopped_by: None,
        baseline: None,
        setting: Setting {
            suite: SuiteRecord {
                id: corpus.manifest().suite.clone(),
                profile: corpus.manifest().profile.clone(),
                corpus_digest: corpus.manifest().corpus_digest.clone(),
                vectors: cases.len(),
                scored: true,
                unlisted_files: Vec::new(),
            },
            candidate: CandidateRecord {
                argv: vec!["./sample-verifier".to_owned()],
                folder: None,
                built_in: false,
            },
            options: OptionsRecord {
                only: Vec::new(),
                skip: Vec::new(),
                unmatched: Vec::new(),
                selected: cases.len(),
                named: false,
                timeout_ms: 10_000,
                stdout_limit: 1 << 20,
                stderr_limit: 1 << 20,
                supervised: true,
                ..OptionsRecord::default()
            },
        },
        cases,
        summary: Summary::default(),
        diagnosis: Diagnosis::default(),
        readings: Vec::new(),
        measured: Measured::default(),
    }
}

fn constant_answers() -> Result<(), Failed> {
    let corpus = corpus_of(&generator::rules());
    let folder = Folder::new();
    folder.write("run.json", &scored().1);
    for answer in [
        json!({"bundle_integrity": "fail"}),
        json!({"bundle_integrity": "pass", "verdict": "invalid"}),
    ] {
        let result = result(&corpus, |_, _| Some(answer.clone()));
        folder.write("rules.json", serde_json::to_vec(&result)?);
        let report =
            folder.run(REPORT.iter().chain(&["--rules-run", "rules.json"])).code(0).stdout();
        for part in
            ["| 1 | 0 of 70 | 0 of 17 | 0 of 2 |", "| 2 | 0 of 93 | 0 of 23 |", "0 were seen here."]
        {
            assert!(report.contains(part), "{part}: {report}");
        }
    }
    Ok(())
}

fn other_results() -> Result<(), Failed> {
    let rules = corpus_of(&generator::rules());
    let over = corpus_of(&generator::published());
    let published = serde_json::to_vec(&result(&over, |_, _| None))?;
    let refused = RulesRun::read(&published, &rules).expect_err("another corpus").to_string();
    assert!(refused.contains("and the rule corpus is sha256:"), "{refused}");
    let twice = String::from_utf8(serde_json::to_vec(&result(&rules, |_, _| None))?)?;
    let twice = twice.replacen("{\"schema\":", "{\"schema\":\"x\",\"schema\":", 1);
    let refused = RulesRun::read(twice.as_bytes(), &rules).expect_err("a member twice").to_string();
    assert!(refused.contains("not strict JSON"), "{refused}");
    Ok(())
}
