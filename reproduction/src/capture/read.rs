//! A capture as hostile input: every member, every count, every order.

use super::{Answer, Capture, ERROR_LIMIT, EXIT_CODES, Observation, State, limit};
use crate::fault::{Checker, Faults, Object, join};
use crate::identity::{Implementation, Mode};
use crate::pack::cases::{COMMIT, DIGEST};
use crate::words::{
    self, CAPTURE_NON_CLAIMS, Form, MOST_CASES, PUBLISHED_CASES, PUBLISHED_SUITE, case_id,
    is_commit, is_digest,
};
use mcp_evidence_contract::vocabulary::PROFILE;
use mcp_evidence_harness::surface::{Surface, of_profile};
use serde_json::Value;

const MEMBERS: [&str; 10] = [
    "capture_non_claims",
    "implementation",
    "observations",
    "pack_declared_source_commit",
    "pack_sha256",
    "profile",
    "rendered_set_digest",
    "schema",
    "source_corpus_digest",
    "suite",
];

const IDENTITY: [&str; 5] = ["commit", "name", "reproduction_mode", "source", "version"];
const ID_AND_IMAGE: [&str; 2] = ["id", "image"];

impl Capture {
    /// Reads a capture and checks everything that it says by itself.
    ///
    /// # Errors
    /// Every fault.
    pub fn read(bytes: &[u8]) -> Result<Capture, Faults> {
        let mut checker = Checker::default();
        let capture = checker
            .object_of(bytes, limit(MOST_CASES))
            .and_then(|object| read(&mut checker, &object, bytes.len()));
        checker.finish(capture)
    }
}

fn read(checker: &mut Checker, object: &Object, size: usize) -> Option<Capture> {
    checker.names("", object, &MEMBERS, &[]);
    let head = Head::read(checker, object, "a capture", Form::capture);
    let implementation = implementation(checker, object, Nulls::Stand);
    checker.constants(object, "capture_non_claims", &CAPTURE_NON_CLAIMS);
    let items = checker.array("", object, "observations")?;
    head.count(checker, "observations", items.len());
    let most = limit(items.len().min(MOST_CASES));
    checker.require(size <= most, "", || {
        format!("the file has {size} bytes; at most {most} are allowed for {} cases", items.len())
    });
    let surface = head.profile.and_then(of_profile);
    let mut observations = Vec::new();
    for (index, item) in items.iter().enumerate().take(MOST_CASES) {
        let at = format!("observations[{index}]");
        observations.extend(observation(checker, &at, item, index, surface.as_deref()));
    }
    Some(Capture {
        schema: head.form?.capture().to_owned(),
        profile: head.profile?.to_owned(),
        suite: head.suite?.to_owned(),
        pack_sha256: head.pack_sha256?.to_owned(),
        pack_declared_source_commit: head.commit?.to_owned(),
        source_corpus_digest: head.corpus?.to_owned(),
        rendered_set_digest: head.rendered?.to_owned(),
        implementation: implementation?,
        observations,
        capture_non_claims: CAPTURE_NON_CLAIMS.map(str::to_owned).to_vec(),
    })
}

fn observation(
    checker: &mut Checker,
    at: &str,
    item: &Value,
    index: usize,
    surface: Option<&dyn Surface>,
) -> Option<Observation> {
    const ERROR: [&str; 4] = ["case_id", "error", "input_sha256", "state"];
    const OBSERVED: [&str; 9] = [
        "case_id",
        "exit_code",
        "input_sha256",
        "observed",
        "report_profile_matches",
        "report_schema_matches",
        "reviewer_reason_present",
        "state",
        "stderr_present",
    ];
    let states = ["observed", "candidate_error", "capture_error"];
    let state = item.get("state").and_then(Value::as_str).unwrap_or_default();
    let members = if state == "observed" { &OBSERVED[..] } else { &ERROR };
    let object = checker.members(at, Some(item), members, &[])?;
    checker.text(at, object, "state", "observed, candidate_error or capture_error", |text| {
        states.contains(&text)
    });
    let (case_id, input_sha256) = case(checker, at, object, index);
    let state = if state == "observed" {
        answer(checker, at, object, surface).map(State::Observed)
    } else {
        let wanted = format!("a text of 1 to {ERROR_LIMIT} characters");
        let error = checker.text(at, object, "error", &wanted, |text| {
            (1..=ERROR_LIMIT).contains(&text.chars().count())
        });
        let error = error.map(str::to_owned);
        match state {
            "candidate_error" => error.map(|error| State::CandidateError { error }),
            _ => error.map(|error| State::CaptureError { error }),
        }
    };
    Some(Observation { case_id, input_sha256: input_sha256?, state: state? })
}

fn answer(
    checker: &mut Checker,
    at: &str,
    object: &Object,
    surface: Option<&dyn Surface>,
) -> Option<Answer> {
    let observed = observed(checker, at, object, surface);
    let exit_code = checker.integer(at, object, "exit_code", EXIT_CODES);
    let mut flag = |name| checker.boolean(at, object, name);
    let stderr_present = flag("stderr_present");
    let reviewer_reason_present = flag("reviewer_reason_present");
    let report_schema_matches = flag("report_schema_matches");
    let report_profile_matches = flag("report_profile_matches");
    Some(Answer {
        observed: observed?,
        exit_code: exit_code?,
        stderr_present: stderr_present?,
        reviewer_reason_present: reviewer_reason_present?,
        report_schema_matches: report_schema_matches?,
        report_profile_matches: report_profile_matches?,
    })
}

/// The member `observed`: a surface of the profile and nothing more.
pub(crate) fn observed(
    checker: &mut Checker,
    at: &str,
    object: &Object,
    surface: Option<&dyn Surface>,
) -> Option<Value> {
    let value = object.get("observed")?;
    let at = join(at, "observed");
    let Some(members) = value.as_object() else {
        checker.fault(&at, "an object is asked for");
        return None;
    };
    // An unknown profile has been told already.
    match surface?.project(members) {
        Ok(projected) if projected == *value => Some(projected),
        Ok(_) => {
            checker.fault(&at, "there are members that the surface does not have");
            None
        }
        Err(fault) => {
            checker.fault(&at, fault.to_string());
            None
        }
    }
}

/// The members that name a case: its id follows from its place.
pub(crate) fn case(
    checker: &mut Checker,
    at: &str,
    object: &Object,
    index: usize,
) -> (String, Option<String>) {
    let id = case_id(index);
    checker.constant(at, object, "case_id", &id);
    let input = checker.text(at, object, "input_sha256", DIGEST, is_digest);
    (id, input.map(str::to_owned))
}

/// The members that captures and run records begin with.
pub(crate) struct Head<'v> {
    pub(crate) form: Option<Form>,
    pub(crate) profile: Option<&'v str>,
    pub(crate) suite: Option<&'v str>,
    pub(crate) pack_sha256: Option<&'v str>,
    pub(crate) commit: Option<&'v str>,
    pub(crate) corpus: Option<&'v str>,
    pub(crate) rendered: Option<&'v str>,
}

impl<'v> Head<'v> {
    pub(crate) fn read(
        checker: &mut Checker,
        object: &'v Object,
        what: &str,
        schema: fn(Form) -> &'static str,
    ) -> Head<'v> {
        let wanted = format!("the id of {what}");
        let form = checker
            .text("", object, "schema", &wanted, |text| Form::find(text, schema).is_some())
            .and_then(|text| Form::find(text, schema));
        let published = form == Some(Form::Published);
        let (profile, suite) = if published {
            (format!("\"{PROFILE}\""), format!("\"{PUBLISHED_SUITE}\""))
        } else {
            ("the id of a known profile".to_owned(), "a suite's name in small letters".to_owned())
        };
        Head {
            form,
            profile: checker.text("", object, "profile", &profile, |text| {
                if published { text == PROFILE } else { of_profile(text).is_some() }
            }),
            suite: checker.text("", object, "suite", &suite, |text| {
                if published { text == PUBLISHED_SUITE } else { words::is_slug(text) }
            }),
            pack_sha256: checker.text("", object, "pack_sha256", DIGEST, is_digest),
            commit: checker.text("", object, "pack_declared_source_commit", COMMIT, is_commit),
            corpus: checker.text("", object, "source_corpus_digest", DIGEST, is_digest),
            rendered: checker.text("", object, "rendered_set_digest", DIGEST, is_digest),
        }
    }

    /// Holds a number of cases against what the form asks for.
    pub(crate) fn count(&self, checker: &mut Checker, at: &str, count: usize) {
        match self.form {
            Some(Form::Published) => checker.require(count == PUBLISHED_CASES, at, || {
                format!("{PUBLISHED_CASES} cases are asked for, {count} stand there")
            }),
            Some(Form::Own) | None => {
                checker.require((1..=MOST_CASES).contains(&count), at, || {
                    format!("1 to {MOST_CASES} cases are asked for, {count} stand there")
                })
            }
        }
    }
}

/// How an implementation without id and image is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    /// Both members are there and null.
    Stand,
    /// Both members are left out.
    AreLeftOut,
}

/// The member `implementation`.
pub(crate) fn implementation(
    checker: &mut Checker,
    object: &Object,
    nulls: Nulls,
) -> Option<Implementation> {
    let at = "implementation";
    let value = object.get(at)?;
    let (required, optional) = match nulls {
        Nulls::Stand => ([&IDENTITY[..], &ID_AND_IMAGE].concat(), &[][..]),
        Nulls::AreLeftOut => (IDENTITY.to_vec(), &ID_AND_IMAGE[..]),
    };
    let object = checker.members(at, Some(value), &required, optional)?;
    if nulls == Nulls::AreLeftOut {
        for name in ID_AND_IMAGE.iter().filter(|name| object.get(**name) == Some(&Value::Null)) {
            checker.fault(&join(at, name), "null stands there; it is left out where there is none");
        }
    }
    let name = checker.text(at, object, "name", "a text", |text| !text.is_empty());
    let version = checker.text_or_null(at, object, "version", "a text", |_| true);
    let source = checker.text(at, object, "source", "an http(s) URL", words::is_source);
    let commit = checker.text(at, object, "commit", COMMIT, is_commit);
    let modes = format!("one of {}", Mode::names());
    let mode = checker
        .text(at, object, "reproduction_mode", &modes, |text| Mode::find(text).is_some())
        .and_then(Mode::find);
    let wanted = "words of small letters and digits joined by -";
    let id = checker.text_or_null(at, object, "id", wanted, words::is_implementation_id);
    let wanted = "name@sha256: and 64 hex digits";
    let image = checker.text_or_null(at, object, "image", wanted, words::is_image);
    let is_given = |name| object.get(name).is_some_and(|value| !value.is_null());
    checker.require(is_given("id") == is_given("image"), at, || {
        "id and image stand together or not at all".to_owned()
    });
    Some(Implementation {
        commit: commit?.to_owned(),
        id: id.map(str::to_owned),
        image: image.map(str::to_owned),
        name: name?.to_owned(),
        reproduction_mode: mode?,
        source: source?.to_owned(),
        version: version.map(str::to_owned),
    })
}
