//! One line of a capture, by itself (§2): its members, and whether they say of
//! the request line what it says itself.

use super::digest::{Difference, difference, sha256};
use super::findings::{Findings, Place, Source};
use super::json::Json;
use super::limits;
use super::lines::Line;
use super::receipt::{BASIS, POINTER, SCHEMA};
use super::request::{Call, Differs, Request, compare};
use crate::fault::quote;
use crate::held::Held;
use crate::members::type_name;
use mcp_evidence_contract::catalogue::receipts::record as rules;
use mcp_evidence_contract::catalogue::receipts::verify::REQUEST_LIMIT;
use mcp_evidence_contract::{Rule, catalogue::receipts::record::Member};
use mcp_evidence_strict_json::Kind;
use serde_json::{Map, Value};

/// What of a line is held against the log and the other lines.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The line it stands in, from 1.
    pub(super) line: u64,
    pub(super) scope: Option<String>,
    pub(super) sequence: Option<u64>,
    pub(super) event_id: Option<String>,
    pub(super) decision_sha256: Option<String>,
    pub(super) request_sha256: String,
    /// What its request line says, where that is a call.
    pub(super) call: Option<Call>,
}

/// What a line of the capture is.
#[derive(Debug)]
pub(super) enum Seen {
    /// Nothing but white space.
    Blank,
    /// No record can be read from it.
    Unreadable,
    /// A record, whatever is wrong with it.
    Record(Box<Record>),
}

/// Reads and checks a line.
pub(super) fn check<H: Held>(line: &Line<'_>, findings: &mut Findings<'_, H>) -> Seen {
    let at = Place::line(Source::Capture, line.number);
    if line.is_blank() {
        findings.violated(&rules::BLANK, at, || "the line is blank".to_owned());
        return Seen::Blank;
    }
    let object = match object(line) {
        Ok((object, repeated)) => {
            if repeated {
                findings.violated(&rules::UNIQUE_MEMBERS, at, || {
                    "an object of the line names a member twice".to_owned()
                });
            }
            object
        }
        Err((rule, message)) => {
            let rule = if line.terminated { rule } else { &rules::TRUNCATED };
            findings.violated(rule, at, || message);
            return Seen::Unreadable;
        }
    };
    if !line.terminated {
        findings.violated(&rules::UNTERMINATED, at, || "no line feed follows".to_owned());
    }
    let mut members = Members { object: &object, at, findings };
    members.are_there_and_typed();
    members.constants();
    let call = members.request();
    if let Some(call) = &call {
        members.id(call);
        members.version(call);
    }
    let text = |name: &str| object.get(name).and_then(Value::as_str).map(str::to_owned);
    Seen::Record(Box::new(Record {
        line: line.number,
        scope: text("scope"),
        sequence: object.get("sequence").and_then(Value::as_u64),
        event_id: text("decision_event_id"),
        decision_sha256: text("decision_sha256"),
        request_sha256: text("request_sha256").unwrap_or_default(),
        call,
    }))
}

/// The rule that a line breaks of which no record can be read, and a message.
type Unreadable = (&'static Rule, String);

/// The object of a line, and whether it names a member twice.
fn object(line: &Line<'_>) -> Result<(Map<String, Value>, bool), Unreadable> {
    if !line.is_whole() {
        return Err((&rules::JSON, format!("the line has {} bytes", line.length)));
    }
    let json = Json::of(line.text()).map_err(|error| {
        let rule = if error.kind == Kind::NotUtf8 { &rules::UTF8 } else { &rules::JSON };
        (rule, error.to_string())
    })?;
    let Json { value: Value::Object(object), repeated } = json else {
        let found = type_name(&json.value);
        return Err((&rules::JSON, format!("the line is {found}, not an object")));
    };
    Ok((object, repeated))
}

/// A record's members on their way through the checks.
struct Members<'a, 'f, 'h, H> {
    object: &'a Map<String, Value>,
    at: Place,
    findings: &'f mut Findings<'h, H>,
}

impl<'a, H: Held> Members<'a, '_, '_, H> {
    fn violated(
        &mut self,
        rule: &'static Rule,
        member: &'static str,
        message: impl FnOnce() -> String,
    ) {
        self.findings.violated(rule, self.at.member(member), message);
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.object.get(name)?.as_str()
    }

    fn are_there_and_typed(&mut self) {
        for Member { name, wanted, absent, wrong_type } in &rules::MEMBERS {
            match (self.object.get(*name), wrong_type) {
                (None, _) => self.violated(absent, name, || format!("`{name}` is missing")),
                (Some(value), Some(rule)) if !is_typed(value, wanted) => {
                    let found = type_name(value);
                    self.violated(rule, name, || format!("`{name}` is {found}, not {wanted}"));
                }
                (Some(_), _) => {}
            }
        }
        let known = |name: &String| rules::MEMBERS.iter().any(|member| member.name == name);
        if let Some(name) = self.object.keys().find(|name| !known(name)) {
            let at = self.at;
            self.findings.violated(&rules::FURTHER, at, || {
                format!("the receipt has a further member {}", quote(name))
            });
        }
    }

    fn constants(&mut self) {
        for (name, right, rule) in [
            ("schema", SCHEMA, &rules::SCHEMA),
            ("metadata_pointer", POINTER, &rules::POINTER),
            ("assertion_basis", BASIS, &rules::BASIS),
        ] {
            let Some(value) = self.object.get(name) else { continue };
            if value.as_str() != Some(right) {
                let found = shown(value);
                self.violated(rule, name, || format!("`{name}` is {found}, not \"{right}\""));
            }
        }
    }

    /// The request line, its length and its digest.
    fn request(&mut self) -> Option<Call> {
        let line = self.text("request_line")?;
        let length = line.len() as u64;
        if let Some(claimed) = self.object.get("request_bytes").and_then(Value::as_u64)
            && claimed != length
        {
            self.violated(&rules::REQUEST_BYTES, "request_bytes", || {
                format!("`request_bytes` is {claimed}, the line has {length} bytes")
            });
        }
        if let Some(claimed) = self.text("request_sha256") {
            let right = sha256(&[line.as_bytes()]);
            let rule = difference(claimed, &right).map(|difference| match difference {
                Difference::Value => &rules::REQUEST_SHA256,
                Difference::Case => &rules::REQUEST_SHA256_CASE,
                Difference::Prefix => &rules::REQUEST_SHA256_PREFIX,
            });
            if let Some(rule) = rule {
                let claimed = quote(claimed);
                self.violated(rule, "request_sha256", || {
                    format!("`request_sha256` is {claimed}, the line's digest is \"{right}\"")
                });
            }
        }
        const MEMBER: &str = "request_line";
        if length > limits::REQUEST {
            self.violated(&REQUEST_LIMIT, MEMBER, || {
                format!("the line has {length} bytes, and {} is the most", limits::REQUEST)
            });
        }
        if line.trim_end_matches('\n').contains('\n') {
            self.violated(&rules::REQUEST_ONE_LINE, MEMBER, || {
                "there is a line feed within the line".to_owned()
            });
        }
        match Request::of(line.as_bytes(), self.findings.held) {
            Request::Call(call) => {
                if let Some(misshapen) = call.misshapen {
                    self.violated(&rules::REQUEST_SHAPE, MEMBER, || misshapen.to_string());
                }
                Some(call)
            }
            Request::NotUtf8 | Request::NotJson | Request::Other => {
                self.violated(&rules::REQUEST_CALL, MEMBER, || {
                    "the line is no tools/call request".to_owned()
                });
                None
            }
        }
    }

    fn id(&mut self, call: &Call) {
        let present = call.id.is_some();
        if let Some(claimed) = self.object.get("rpc_id_present").and_then(Value::as_bool)
            && claimed != present
        {
            self.violated(&rules::ID_PRESENT, "rpc_id_present", || {
                let has = if present { "an id" } else { "none" };
                format!("`rpc_id_present` is {claimed}, the request has {has}")
            });
        }
        let Some(claimed) = self.object.get("rpc_id") else { return };
        let right = call.id.as_ref().unwrap_or(&Value::Null);
        let (claimed, rule) = match compare(claimed, right) {
            Ok(()) => return,
            Err(Differs::Type) => (claimed, &rules::ID_TYPE),
            Err(Differs::Value) => (claimed, &rules::ID_VALUE),
        };
        let found = shown(claimed);
        self.violated(rule, "rpc_id", || {
            format!("`rpc_id` is {found}, the request's is {}", shown(right))
        });
    }

    fn version(&mut self, call: &Call) {
        let right = call.version.state();
        if let Some(claimed) = self.object.get("declared_protocol_version_state")
            && claimed.as_str() != Some(right)
        {
            let found = shown(claimed);
            self.violated(&rules::VERSION_STATE, "declared_protocol_version_state", || {
                format!("the state is {found}, what the request states is \"{right}\"")
            });
        }
        let Some(claimed) = self.object.get("declared_protocol_version") else { return };
        let found = shown(claimed);
        const MEMBER: &str = "declared_protocol_version";
        match call.version.version() {
            Some(version) if claimed.as_str() != Some(version) => {
                self.violated(&rules::VERSION_VALUE, MEMBER, || {
                    format!("the version is {found}, the request states {}", quote(version))
                });
            }
            None if !claimed.is_null() => self.violated(&rules::VERSION_NULL, MEMBER, || {
                format!("the version is {found}, the request states none")
            }),
            Some(_) | None => {}
        }
    }
}

fn is_typed(value: &Value, wanted: &str) -> bool {
    match wanted {
        "a string" => value.is_string(),
        "a boolean" => value.is_boolean(),
        _ => value.as_u64().is_some(),
    }
}

/// A value for a message: bounded and harmless.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => quote(text),
        Value::Array(_) | Value::Object(_) => type_name(value).to_owned(),
    }
}
