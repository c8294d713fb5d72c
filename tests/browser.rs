//! The HTML page as a browser shows it: opened from a file, clicked through, on
//! a phone and in the dark. Chromium is driven by its own WebDriver; without it
//! the tests are listed as ignored.
#![allow(clippy::print_stderr, reason = "what is left out is told")]

mod common;

use common::{checkout, code, program, run};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

fn main() {
    let ignored = common::is_missing("chromium", "chromium")
        || common::is_missing("chromium", "chromedriver");
    if ignored {
        eprintln!(
            "chromium or chromedriver is not on this machine: its tests are listed as ignored"
        );
    }
    type Test = fn(&Path) -> Result<(), Failed>;
    let tests: [(&str, Test); 4] = [
        ("a click leads from the matrix to what differs", clicks),
        ("filters show what they say", filters),
        ("what a candidate says is text and nothing is fetched", hostile),
        ("a phone and the dark show the same", phone),
    ];
    // Made once, by the first test that runs, and gone with the last.
    let shared = Arc::new(LazyLock::new(|| page().map_err(|error| format!("{error:?}"))));
    let trials = tests
        .into_iter()
        .map(|(name, test)| {
            let shared = Arc::clone(&shared);
            let test = move || match &**shared {
                Ok(page) => test(&page.path),
                Err(error) => Err(error.into()),
            };
            Trial::test(name, test).with_ignored_flag(ignored)
        })
        .collect();
    drop(shared);
    // One browser at a time: each is several processes.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, trials).exit();
}

/// Markup, the end of what it stands in, text that runs backwards, one endless
/// word.
const HOSTILE: &str = r#"{"bundle_integrity": "pass", "verdict": "invalid", "findings": [
    "<script>document.title = 'broken'; alert(1)</script><img src=x onerror=alert(1)>",
    "\"]]> --> </pre></details></body>", "\u202ebackwards", "WORD"]}"#;

struct Page {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

/// Two candidates over three suites: the built-in one, and one that gives one
/// hostile answer to everything.
fn page() -> Result<Page, Failed> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    let candidate = at("hostile");
    let answer = HOSTILE.replace("WORD", &"w".repeat(10_000));
    std::fs::write(&candidate, format!("#!/bin/sh\ncat <<'END'\n{answer}\nEND\n"))?;
    std::fs::set_permissions(&candidate, std::fs::Permissions::from_mode(0o755))?;
    let suites = ["", "-rules", "-probes"]
        .map(|part| ["--suite".to_owned(), format!("privileged-mcp-action-v0{part}")]);
    let [one, two] = ["one.json", "two.json"].map(at);
    for (output, argv) in [(&one, None), (&two, Some(&candidate))] {
        let mut command = program();
        command.current_dir(checkout()).arg("run").args(suites.iter().flatten());
        command.args(["--timeout", "60", "--format", "json", "--output"]).arg(output);
        command.args(argv.map(|_| "--")).args(argv).stdout(Stdio::null());
        command.status()?;
    }
    let path = at("page.html");
    let [one, two, out] = [&one, &two, &path].map(|path| path.to_str().unwrap_or_default());
    assert_eq!(code(&run(&["compare", one, two, "--format", "html", "--output", out])), 0);
    Ok(Page { _folder: folder, path })
}

/// A browser with a profile of its own, ended with this value.
struct Browser {
    driver: Child,
    /// What the driver may still have to say; without a reader it would end.
    _said: BufReader<ChildStdout>,
    session: String,
    agent: ureq::Agent,
    _profile: tempfile::TempDir,
}

impl Browser {
    fn open(page: &Path, width: u32) -> Result<Browser, Failed> {
        let mut driver =
            Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn()?;
        let mut said = BufReader::new(driver.stdout.take().ok_or("its output")?);
        let port = said
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| Some(line.split_once("successfully on port ")?.1.to_owned()));
        let port = port.ok_or("a port")?;
        let profile = tempfile::tempdir()?;
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .new_agent();
        let session = format!("http://127.0.0.1:{}/session", port.trim_end_matches('.'));
        let mut browser = Browser { driver, _said: said, session, agent, _profile: profile };
        let mut arguments: Vec<String> = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]
        .map(str::to_owned)
        .into();
        arguments.push(format!("--user-data-dir={}", browser._profile.path().display()));
        let options = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let made = browser.post("", &options)?;
        let id = made["sessionId"].as_str().ok_or("a session")?;
        browser.session = format!("{}/{id}", browser.session);
        let metrics =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        browser.devtools("Emulation.setDeviceMetricsOverride", &metrics)?;
        browser.post("/url", &json!({ "url": format!("file://{}", page.display()) }))?;
        Ok(browser)
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, Failed> {
        let url = format!("{}{path}", self.session);
        let mut answer = self.agent.post(url).send(body.to_string())?;
        let mut answer: Value = serde_json::from_slice(&answer.body_mut().read_to_vec()?)?;
        match answer["value"]["error"].as_str() {
            Some(error) => Err(format!("{path}: {error}: {}", answer["value"]["message"]).into()),
            None => Ok(answer["value"].take()),
        }
    }

    fn devtools(&self, command: &str, params: &Value) -> Result<Value, Failed> {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// What an expression comes to in the page.
    fn ask(&self, expression: &str) -> Result<Value, Failed> {
        let script = format!("return ({expression});");
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    fn element(&self, selector: &str) -> Result<String, Failed> {
        let found =
            self.post("/element", &json!({ "using": "css selector", "value": selector }))?;
        let id = found.as_object().and_then(|found| found.values().next()?.as_str());
        Ok(id.ok_or("an element")?.to_owned())
    }

    /// Clicks as a person does: the element must be in view and uncovered.
    fn click(&self, selector: &str) -> Result<(), Failed> {
        let element = self.element(selector)?;
        self.post(&format!("/element/{element}/click"), &json!({})).map(drop)
    }

    fn write(&self, selector: &str, text: &str) -> Result<(), Failed> {
        let element = self.element(selector)?;
        self.post(&format!("/element/{element}/value"), &json!({ "text": text })).map(drop)
    }

    /// How many elements of that kind can be seen.
    fn seen(&self, selector: &str) -> Result<Value, Failed> {
        self.ask(&format!(
            "[...document.querySelectorAll({selector:?})].filter((e) => e.checkVisibility()).length"
        ))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The session takes the browser with it; the driver is ours to end.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn clicks(page: &Path) -> Result<(), Failed> {
    let browser = Browser::open(page, 1280)?;
    let title = browser.ask("document.title")?;
    assert_eq!(title, "755 of 1078 matched · 2 candidates side by side");
    assert_eq!(browser.ask("document.querySelector('h1').innerText")?, "2 candidates side by side");
    assert_eq!(browser.seen(".card")?, 2);
    let body = browser.ask("document.body.innerText")?;
    let body = body.as_str().ok_or("text")?;
    for part in
        ["one answer to every case: pass / invalid", "It does not establish", "sha256:cb58ce"]
    {
        assert!(body.contains(part), "{part}");
    }
    // A vector far down, closed at first.
    let target = "document.getElementById('s1-v14').closest('details')";
    assert_eq!(browser.ask(&format!("{target}.open"))?, false);
    browser.click("#s1 .matrix a[href='#s1-v14']")?;
    assert_eq!(browser.ask(&format!("{target}.open"))?, true);
    let shown = browser.ask(&format!("{target}.innerText"))?;
    let shown = shown.as_str().ok_or("text")?;
    for part in ["≠", "verdict", "\"fail\"", "\"invalid\"", "mismatch", "--only bad-109", "§4"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(browser.ask(&format!("{target}.getBoundingClientRect().top < 900"))?, true);
    // A person closes it again.
    browser.click("#s1 details[open] > summary")?;
    assert_eq!(browser.ask("document.querySelectorAll('#s1 details[open]').length")?, 3);
    Ok(())
}

fn filters(page: &Path) -> Result<(), Failed> {
    let browser = Browser::open(page, 1280)?;
    let rows = "#s2 .matrix tr[data-row]";
    let telling =
        browser.ask(&format!("document.querySelectorAll('{rows} td.mismatch').length"))?;
    assert_eq!(browser.seen(rows)?, telling, "a long matrix begins with what tells something");
    browser.click("#s2 .tools label:last-of-type")?;
    assert_eq!(browser.seen(rows)?, 525);
    browser.write("#s2 input[type=search]", "reason-unknown")?;
    assert_eq!(browser.seen(rows)?, 1);
    browser.write("#s2 input[type=search]", " no such vector")?;
    assert_eq!(browser.seen(rows)?, 0);
    // Header and first column stay where the matrix is scrolled.
    let stays = "(() => { const box = document.querySelector('#s3 .scroll.matrix'); \
        box.scrollTop = 500; \
        const head = box.querySelector('thead th').getBoundingClientRect(); \
        return box.scrollTop > 0 && Math.abs(head.top - box.getBoundingClientRect().top) < 3; })()";
    assert_eq!(browser.ask(stays)?, true);
    // What filters by status needs no script.
    browser.devtools("Emulation.setScriptExecutionDisabled", &json!({ "value": true }))?;
    browser.post("/refresh", &json!({}))?;
    browser.devtools("Emulation.setScriptExecutionDisabled", &json!({ "value": false }))?;
    assert_eq!(browser.seen("input[type=search]")?, 0, "without a script there is no search");
    assert_eq!(browser.seen(rows)?, telling);
    browser.click("#s2 .tools label:last-of-type")?;
    assert_eq!(browser.seen(rows)?, 525);
    Ok(())
}

fn hostile(page: &Path) -> Result<(), Failed> {
    let browser = Browser::open(page, 1280)?;
    browser.click("#s1 button.open-all")?;
    let says = browser.ask("document.querySelector('#s1 .says ul').innerText")?;
    let says = says.as_str().ok_or("text")?;
    assert!(
        says.contains("<script>document.title = 'broken'; alert(1)</script><img src=x"),
        "{says}"
    );
    assert!(says.contains(r"\u{202e}backwards") && says.contains("more bytes)"), "{says}");
    for (expression, expected) in [
        ("document.querySelectorAll('script').length", json!(1)),
        ("document.querySelectorAll('img').length", json!(0)),
        ("document.title.includes('matched')", json!(true)),
        ("performance.getEntriesByType('resource').length", json!(0)),
        ("document.querySelector('footer').parentElement.className", json!("page")),
    ] {
        assert_eq!(browser.ask(expression)?, expected, "{expression}");
    }
    let log = browser.post("/se/log", &json!({ "type": "browser" }))?;
    assert_eq!(log, json!([]), "the policy holds and nothing breaks it");
    Ok(())
}

fn phone(page: &Path) -> Result<(), Failed> {
    let browser = Browser::open(page, 390)?;
    let fits = "document.scrollingElement.scrollWidth <= innerWidth";
    browser.click("#s1 button.open-all")?;
    assert_eq!(browser.ask(fits)?, true, "only tables scroll sideways");
    // Status is told by words, whatever the width.
    let cells = "[...document.querySelectorAll('td.cell')].every((cell) => /[a-z]{5}/.test(cell.innerText) || !cell.checkVisibility())";
    assert_eq!(browser.ask(cells)?, true);
    let ground = "getComputedStyle(document.body).backgroundColor";
    let light = browser.ask(ground)?;
    let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.devtools("Emulation.setEmulatedMedia", &dark)?;
    assert_ne!(browser.ask(ground)?, light);
    // On paper everything is open, and nothing is cut off by a scroll box.
    browser.devtools("Emulation.setEmulatedMedia", &json!({ "media": "print" }))?;
    assert_eq!(browser.seen(".tools")?, 0);
    let all = browser.ask("document.querySelectorAll('details .inside').length")?;
    assert_eq!(browser.seen("details .inside")?, all);
    Ok(())
}
