//! The fake candidates.

use rustix::process::{Signal, getpid, kill_process, setsid};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Longer than any test waits.
const FOREVER: Duration = Duration::from_secs(60);

const VALID: &str = r#"{"bundle_integrity":"pass","verdict":"valid","claims":{"policy_decision_recorded":{"status":"confirmed","source_class":"producer_reported"},"caller_visible_denial":{"status":"incomplete"},"upstream_delivery":{"status":"incomplete"},"external_side_effect":{"status":"incomplete"}}}"#;
const INVALID: &str = r#"{"bundle_integrity":"pass","verdict":"invalid"}"#;

/// `NAME MARKER CASE`, or `NAME MARKER` for what a candidate starts itself.
pub(crate) fn play(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let name = arguments.next().and_then(|name| name.into_string().ok()).expect("a name");
    let marker = arguments.next().expect("a marker");
    let case = arguments.next();
    let right = || std::fs::read_to_string(case.as_ref().expect("a case")).expect("readable");
    let again = |name: &str| {
        let program = std::env::current_exe().expect("a path");
        let child = Command::new(program).args(["fake", name]).arg(&marker).spawn();
        child.expect("starts").id()
    };
    match name.as_str() {
        "right" => say(right()),
        "right-and-exit-3" => {
            say(right());
            return ExitCode::from(3);
        }
        "always-invalid" => say(INVALID),
        "always-valid" => say(VALID),
        "hang" => std::thread::sleep(FOREVER),
        // Hangs wherever another case runs at the same time.
        "shy" => {
            let own = std::path::PathBuf::from(case.as_ref().expect("a case"));
            let folder = own.parent().and_then(std::path::Path::parent).expect("a folder");
            std::thread::sleep(Duration::from_millis(150));
            if std::fs::read_dir(folder).expect("lists").count() > 1 {
                std::thread::sleep(FOREVER);
            }
            say(right());
        }
        "hang-but-first" => {
            let right = right();
            if !right.contains("ok-deny-bound") {
                std::thread::sleep(FOREVER);
            }
            say(right);
        }
        "stops-its-supervisor" => {
            if let Some(parent) = rustix::process::getppid() {
                let _ = kill_process(parent, Signal::STOP);
            }
            std::thread::sleep(FOREVER);
        }
        "nothing" => {}
        "holder" => {
            again("detached");
            say(right());
        }
        "detached" => {
            let _ = setsid();
            std::thread::sleep(FOREVER);
        }
        "dodger" => {
            again("dodge");
            say(right());
        }
        "dodger-and-hang" => {
            again("dodge");
            std::thread::sleep(FOREVER);
        }
        "dodge" => {
            let _ = setsid();
            again("dodge");
        }
        "endless-stdout" => endless(io::stdout()),
        "endless-stderr" => endless(io::stderr()),
        "much-stderr" => {
            io::stderr().write_all(&vec![b'e'; 3 << 20]).expect("drained");
            say(right());
        }
        "dies-after-report" => {
            say(right());
            kill_process(getpid(), Signal::KILL).expect("a signal to itself");
            std::thread::sleep(FOREVER);
        }
        "two-objects" => say(format!("{}\n{}", right(), right())),
        "nan" => say(right().replacen('{', r#"{"score":NaN,"#, 1)),
        "duplicate" => say(right().replacen('{', r#"{"bundle_integrity":"fail","#, 1)),
        "banner" => say(format!("Verifier 1.0\n{}", right())),
        "invalid-utf8" => {
            io::stdout().write_all(b"{\"findings\":[\"\xff\"]}\n").expect("writes");
        }
        "invalid-utf8-later" => {
            io::stdout().write_all(b"{\"findings\":[\"\xc3\xa4 \xc3(\"]}\n").expect("writes");
        }
        "utf-16" => {
            let units = right().encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
            io::stdout().write_all(&units).expect("writes");
        }
        "byte-order-mark" => say(format!("\u{feff}{}", right())),
        "trailing-text" => say(format!("{}\ndone\u{7}\n", right())),
        "infinity" => say(right().replacen('{', r#"{"score":-Infinity,"#, 1)),
        "python-repr" => say("{'bundle_integrity': 'pass', 'verdict': None}\n"),
        "only-blanks" => say(" \n\t"),
        "claims-beside-invalid" => {
            say(VALID.replace(r#""verdict":"valid""#, r#""verdict":"invalid""#));
        }
        "another-class" => say(VALID.replace("producer_reported", "issuer_attested")),
        "talks-terminal" => say(INVALID.replacen(
            '{',
            r#"{"findings":["red \u001b[31m\u202e","second",{"rule":"r.1","message":"third","at":5}," "],"#,
            1,
        )),
        "looks-around" => say(look_around(case.expect("a case"))),
        "slow-on-first" => {
            let right = right();
            if right.contains("ok-deny-bound") {
                std::thread::sleep(Duration::from_millis(400));
            }
            say(right);
        }
        "slow" => {
            std::thread::sleep(Duration::from_millis(500));
            say(right());
        }
        _ => panic!("no fake is called {name}"),
    }
    ExitCode::SUCCESS
}

fn say(report: impl AsRef<str>) {
    let mut out = io::stdout();
    out.write_all(report.as_ref().as_bytes()).and_then(|()| out.flush()).expect("writes");
}

fn endless(mut out: impl Write) {
    let chunk = vec![b'x'; 64 * 1024];
    while out.write_all(&chunk).is_ok() {}
}

/// What a candidate can see of its surroundings, as findings.
fn look_around(case: OsString) -> String {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input).expect("readable");
    let case = std::path::PathBuf::from(case);
    let findings = serde_json::json!([
        format!("arguments {}", std::env::args_os().count()),
        format!("absolute {}", case.is_absolute()),
        format!("name {}", case.file_name().expect("a name").display()),
        format!("folder {}", std::env::current_dir().expect("a folder").display()),
        format!("path {}", std::env::var("PATH").unwrap_or_default()),
        format!("input {}", input.len()),
    ]);
    serde_json::json!({"bundle_integrity": "pass", "verdict": "invalid", "findings": findings})
        .to_string()
}
