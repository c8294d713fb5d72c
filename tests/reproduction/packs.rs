//! Tampered packs: one trial for each binding, limit and member. Each is
//! refused by `capture` and by `score`, and no output appears.

use crate::support::{Folder, IDENTITY, built_in, fake, members, our_pack, sealed, sum, trial};
use libtest_mimic::{Failed, Trial};
use mcp_evidence_generator::{digest, gzip, tar};
use mcp_evidence_reproduction::pack::TEXTS;
use serde_json::{Value, json};

const FOLDER: &str = "privileged-mcp-action-v0";

type Members = Vec<(String, Vec<u8>)>;

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![trial("pack::our_own_is_sound", sound)];
    let mut refused = |name: &str, make: Box<dyn FnOnce() -> Vec<u8> + Send>, reason: &str| {
        let reason = reason.to_owned();
        trials.push(trial(format!("pack::refused::{name}"), move || refuse(&make(), &reason)));
    };
    for (name, make, reason) in CONTAINERS {
        refused(name, Box::new(make), reason);
    }
    for (name, edit, reason) in NAMES {
        let make = move || {
            let mut members = members();
            edit(&mut members);
            sealed(members)
        };
        refused(name, Box::new(make), reason);
    }
    for text in TEXTS {
        let make =
            move || sealed(members().into_iter().filter(|(name, _)| *name != path(text)).collect());
        refused(
            &format!("without_{text}"),
            Box::new(make),
            &format!("the pack has no member {text}"),
        );
    }
    for member in CASES_MEMBERS {
        let edit = move |cases: &mut Value| {
            cases.as_object_mut().expect("an object").remove(member);
        };
        let reason = format!("{member}: the member is missing");
        refused(
            &format!("cases_json::without_{member}"),
            Box::new(move || with_cases(edit)),
            &reason,
        );
    }
    for (name, edit, reason) in CASES {
        refused(&format!("cases_json::{name}"), Box::new(move || with_cases(edit)), reason);
    }
    for (name, text, reason) in CASES_TEXTS {
        let make = move || replaced("cases.json", text.as_bytes().to_vec());
        refused(&format!("cases_json::{name}"), Box::new(make), reason);
    }
    for (name, make, reason) in OF_ANOTHER_CORPUS {
        let scoring = move || {
            let folder = Folder::new();
            folder.write("pack.tar.gz", make());
            not_scored(&folder, reason)
        };
        trials.push(trial(format!("pack::not_scored::{name}"), scoring));
    }
    trials
}

fn sound() -> Result<(), Failed> {
    let folder = Folder::new();
    folder.write("pack.tar.gz", our_pack());
    let stdout = folder.run(["validate", "pack.tar.gz"]).code(0).stdout();
    assert!(stdout.contains("no fault") && stdout.contains(&digest(our_pack())), "{stdout}");
    assert_eq!(sealed(members()), our_pack(), "an untouched pack is sealed as it was");
    Ok(())
}

/// The pack is refused everywhere, the candidate never starts, nothing is
/// written.
fn refuse(pack: &[u8], reason: &str) -> Result<(), Failed> {
    let folder = Folder::new();
    folder.write("pack.tar.gz", pack);
    let capture = ["capture", "--pack", "pack.tar.gz", "--output", "capture.json"];
    let arguments = capture.iter().chain(&IDENTITY).chain(&["--"]).map(|word| (*word).to_owned());
    let stderr = folder.run(arguments.chain(fake("marking"))).code(2).stderr();
    assert!(stderr.contains(reason), "{stderr}");
    assert!(!folder.has("capture.json") && !folder.has("candidate-was-started"));
    not_scored(&folder, reason)?;
    let stdout = folder.run(["validate", "pack.tar.gz"]).code(1).stdout();
    assert!(stdout.contains(reason), "{stdout}");
    Ok(())
}

fn not_scored(folder: &Folder, reason: &str) -> Result<(), Failed> {
    let score =
        ["score", "--pack", "pack.tar.gz", "--output", "run.json", "--keep-capture", "kept.json"];
    let arguments = score.iter().chain(&IDENTITY).chain(&["--"]).map(|word| (*word).to_owned());
    let stderr = folder.run(arguments.chain(built_in())).code(2).stderr();
    assert!(stderr.contains(reason), "{stderr}");
    assert!(!folder.has("run.json") && !folder.has("kept.json"));
    Ok(())
}

fn path(name: &str) -> String {
    format!("{FOLDER}/{name}")
}

fn replaced(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    let mut members = members();
    at(&mut members, name).1 = bytes;
    sealed(members)
}

fn at<'m>(members: &'m mut Members, name: &str) -> &'m mut (String, Vec<u8>) {
    members.iter_mut().find(|(known, _)| *known == path(name)).expect("a member")
}

fn with_cases(edit: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut members = members();
    edit_cases(&mut members, edit);
    sealed(members)
}

fn edit_cases(members: &mut Members, edit: impl FnOnce(&mut Value)) {
    let member = at(members, "cases.json");
    let mut cases = serde_json::from_slice(&member.1).expect("JSON");
    edit(&mut cases);
    member.1 = serde_json::to_vec_pretty(&cases).expect("serializes");
}

fn put(members: &mut Members, name: &str, bytes: &[u8]) {
    members.push((name.to_owned(), bytes.to_vec()));
    members.sort();
}

type Make = fn() -> Vec<u8>;

/// The container and its limits.
const CONTAINERS: [(&str, Make, &str); 12] = [
    ("not_gzip", || b"{}".to_vec(), "does not start with 1f 8b"),
    ("empty", Vec::new, "does not start with 1f 8b"),
    ("cut", || our_pack()[..our_pack().len() - 9].to_vec(), "ends inside"),
    ("bytes_behind", || [our_pack(), b"x"].concat(), "bytes follow the member"),
    (
        "gzip_checksum",
        || {
            let mut pack = our_pack().to_vec();
            let at = pack.len() - 8;
            pack[at] ^= 1;
            pack
        },
        "the checksum is not that of the data",
    ),
    ("tar_checksum", || edited_tar(|tar| tar[0] = b'P'), "checksum is wrong"),
    (
        "tar_link",
        || {
            edited_tar(|tar| {
                tar[156] = b'2';
                sum(tar);
            })
        },
        "is no regular file",
    ),
    ("tar_behind_end", || edited_tar(|tar| tar.extend([1; 512])), "follow the end of the archive"),
    ("limit_file", || vec![0; (4 << 20) + 1], "at most 4194304 are read"),
    (
        "limit_decoded",
        || {
            let mut members = members();
            (0..9).for_each(|n| put(&mut members, &path(&format!("zeros{n}")), &vec![0; 8 << 20]));
            sealed(members)
        },
        "decodes to more than 67108864 bytes",
    ),
    (
        "limit_member",
        || replaced("README.md", vec![0; (8 << 20) + 1]),
        "has more than 8388608 bytes",
    ),
    (
        "limit_entries",
        || {
            let mut members = members();
            (0..1005).for_each(|n| put(&mut members, &path(&format!("x{n:04}")), b""));
            sealed(members)
        },
        "more than 1005 entries",
    ),
];

fn edited_tar(edit: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut tar = tar(members());
    edit(&mut tar);
    gzip(&tar)
}

type Edit = fn(&mut Members);

/// Names: none more, none less, none other.
const NAMES: [(&str, Edit, &str); 13] = [
    ("no_member", |members| members.clear(), "the pack has no member cases.json"),
    ("without_cases_json", |m| m.retain(|(n, _)| *n != path("cases.json")), "no member cases.json"),
    (
        "without_a_case",
        |m| m.retain(|(n, _)| !n.contains("case-007")),
        "no member cases/case-007.bundle.tar.gz",
    ),
    (
        "other_folder",
        |m| m.iter_mut().for_each(|(n, _)| *n = n.replace(FOLDER, "another")),
        "the member another is not in the folder privileged-mcp-action-v0",
    ),
    (
        "folder_that_is_no_name",
        |m| m.iter_mut().for_each(|(n, _)| *n = n.replace(FOLDER, "..")),
        "the member ../README.md is not in the folder",
    ),
    ("outside_the_folder", |m| put(m, "spec.md", b""), "the member spec.md is not in the folder"),
    ("absolute", |m| put(m, "/spec.md", b""), "/spec.md is not in the folder"),
    ("climbing", |m| put(m, &path("../spec.md"), b""), "nothing names the member ../spec.md"),
    ("surplus_text", |m| put(m, &path("notes.md"), b""), "nothing names the member notes.md"),
    (
        "surplus_case",
        |m| put(m, &path("cases/case-015.bundle.tar.gz"), b""),
        "nothing names the member cases/case-015.bundle.tar.gz",
    ),
    ("twice", |m| put(m, &path("spec.md"), b""), "out of order or comes twice"),
    ("out_of_order", |m| m.swap(0, 1), "out of order or comes twice"),
    (
        "spelled_otherwise",
        |m| {
            at(m, "spec.md").0 = path("Spec.md");
            m.sort();
        },
        "the pack has no member spec.md",
    ),
];

const CASES_MEMBERS: [&str; 7] = [
    "case_count",
    "cases",
    "declared_source_commit",
    "profile",
    "rendered_set_digest",
    "schema",
    "source_corpus_digest",
];

type EditCases = fn(&mut Value);

/// What `cases.json` binds.
const CASES: [(&str, EditCases, &str); 25] = [
    ("surplus_member", |c| c["x"] = json!(1), "x: there is no such member"),
    ("schema", |c| c["schema"] = json!("v1"), "schema: the id of a clean-room pack"),
    ("profile", |c| c["profile"] = json!("privileged-mcp-action/v1"), "profile: \"privileged-mcp"),
    ("profile_empty", |c| c["profile"] = json!(""), "profile: the id of a profile"),
    (
        "commit_short",
        |c| c["declared_source_commit"] = json!("abc"),
        "declared_source_commit: a commit",
    ),
    (
        "commit_capital",
        |c| c["declared_source_commit"] = json!("A".repeat(40)),
        "declared_source_commit: a commit",
    ),
    (
        "corpus_digest",
        |c| c["source_corpus_digest"] = json!("sha256:0"),
        "source_corpus_digest: sha256: and",
    ),
    ("rendered_form", |c| c["rendered_set_digest"] = json!(7), "rendered_set_digest: sha256: and"),
    (
        "rendered_value",
        |c| c["rendered_set_digest"] = json!(format!("sha256:{}", "0".repeat(64))),
        "the rendered-set digest of the cases is",
    ),
    (
        "count_low",
        |c| c["case_count"] = json!(13),
        "case_count: it says 13, and 14 cases are listed",
    ),
    ("count_text", |c| c["case_count"] = json!("14"), "case_count: an integer from 1 to 999"),
    ("count_fraction", |c| c["case_count"] = json!(14.5), "case_count: an integer"),
    ("cases_no_array", |c| c["cases"] = json!({}), "cases: an array is asked for"),
    (
        "a_case_less",
        |c| {
            c["cases"].as_array_mut().expect("an array").pop();
            c["case_count"] = json!(13);
        },
        "the published pack has 14 cases, 13 are listed",
    ),
    (
        "a_case_more",
        |c| {
            let mut case = c["cases"][13].clone();
            case["id"] = json!("case-015");
            case["file"] = json!("cases/case-015.bundle.tar.gz");
            c["cases"].as_array_mut().expect("an array").push(case);
            c["case_count"] = json!(15);
        },
        "the published pack has 14 cases, 15 are listed",
    ),
    ("case_no_object", |c| c["cases"][2] = json!(1), "cases[2]: an object is asked for"),
    (
        "case_surplus_member",
        |c| c["cases"][2]["x"] = json!(1),
        "cases[2].x: there is no such member",
    ),
    (
        "case_without_id",
        |c| without(&mut c["cases"][2], "id"),
        "cases[2].id: the member is missing",
    ),
    (
        "case_without_file",
        |c| without(&mut c["cases"][2], "file"),
        "cases[2].file: the member is missing",
    ),
    (
        "case_without_sha256",
        |c| without(&mut c["cases"][2], "sha256"),
        "cases[2].sha256: the member is",
    ),
    (
        "case_id",
        |c| c["cases"][0]["id"] = json!("case-1"),
        "cases[0].id: \"case-001\" is asked for",
    ),
    (
        "case_order",
        |c| c["cases"].as_array_mut().expect("an array").swap(3, 4),
        "cases[3].id: \"case-004\" is asked for",
    ),
    ("case_file", |c| c["cases"][0]["file"] = json!("../../x"), "cases[0].file: \"cases/case-001"),
    ("case_digest_form", |c| c["cases"][0]["sha256"] = json!("0"), "cases[0].sha256: sha256: and"),
    (
        "case_digest_value",
        |c| c["cases"][0]["sha256"] = c["cases"][1]["sha256"].clone(),
        "the bytes of case-001 are",
    ),
];

fn without(value: &mut Value, member: &str) {
    value.as_object_mut().expect("an object").remove(member);
}

/// `cases.json` as text.
const CASES_TEXTS: [(&str, &str, &str); 5] = [
    ("no_json", "{", "not strict JSON"),
    ("no_object", "[]", "holds no JSON object"),
    ("member_twice", r#"{"schema":"a","schema":"b"}"#, "a member name that the object already has"),
    ("text_behind", "{} x", "text after the value"),
    ("nothing", "", "no JSON value"),
];

/// Packs that are whole and belong to other expectations.
const OF_ANOTHER_CORPUS: [(&str, Make, &str); 2] = [
    (
        "other_corpus_digest",
        || with_cases(|c| c["source_corpus_digest"] = json!(format!("sha256:{}", "0".repeat(64)))),
        "no built-in corpus has the digest sha256:000",
    ),
    (
        "a_case_swapped_and_bound_anew",
        || {
            let mut members = members();
            let other = at(&mut members, "cases/case-002.bundle.tar.gz").1.clone();
            at(&mut members, "cases/case-001.bundle.tar.gz").1 = other;
            edit_cases(&mut members, |c| {
                c["cases"][0]["sha256"] = c["cases"][1]["sha256"].clone();
                let cases = c["cases"].as_array().expect("an array");
                let lines: String = cases
                    .iter()
                    .map(|case| format!("{}\n", case["sha256"].as_str().expect("text")))
                    .collect();
                c["rendered_set_digest"] = json!(digest(lines.as_bytes()));
            });
            sealed(members)
        },
        "the pack does not belong to this corpus:\n  case-001: ",
    ),
];
