//! What this harness writes and reads, as JSON Schema (draft 2020-12), made
//! from the types themselves.

use crate::baseline::Baseline;
use crate::results::Results;
use mcp_evidence_contract::{Manifest, Outcome, schema};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Value, json};

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().into_generator()
}

/// The result of `run --format json`, over one suite or over several.
pub fn result() -> Schema {
    generator().into_root_schema_for::<Results>()
}

/// The known divergences of a candidate, as `run --baseline` takes them.
pub fn baseline() -> Schema {
    generator().into_root_schema_for::<Baseline>()
}

/// A corpus manifest. What a vector expects is bound by its profile: for
/// `privileged-mcp-action` it is the triple of §3, and nothing beside it.
pub fn manifest() -> Schema {
    let mut generator = generator();
    let outcome = generator.subschema_for::<Outcome>();
    let mut schema = generator.root_schema_for::<Manifest<Value>>();
    let definitions = generator.take_definitions(true);
    if let Some(Value::Object(known)) = schema.get_mut("$defs") {
        known.extend(definitions);
    }
    schema.insert(
        "if".to_owned(),
        json!({ "properties": { "profile": { "pattern": "^privileged-mcp-action/" } } }),
    );
    schema.insert(
        "then".to_owned(),
        json!({
            "properties": {
                "vectors": { "items": { "properties": { "expected": outcome } } }
            }
        }),
    );
    schema
}

/// What a verifier of `privileged-mcp-action` prints (§3), as far as the
/// harness asks: exactly what its shape check accepts.
pub fn report() -> Schema {
    let mut generator = generator();
    let mut schema = schema::report(&mut generator);
    let definitions = generator.take_definitions(true);
    schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.insert("title".to_owned(), "Report of a verifier of privileged-mcp-action".into());
    schema.insert("$defs".to_owned(), Value::Object(definitions));
    schema
}
