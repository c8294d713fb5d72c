//! The shapes of §3 as JSON Schema. What a derive cannot say stands here: which
//! members go together.

use crate::{Claim, ClaimMatrix, ClaimStatus, Outcome, SourceClass};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for Claim {
    fn schema_name() -> Cow<'static, str> {
        "Claim".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let class = generator.subschema_for::<SourceClass>();
        json_schema!({
            "description": "One cell of the matrix; the class stands exactly at confirmed and refuted.",
            "oneOf": [
                {
                    "type": "object",
                    "properties": { "status": { "const": ClaimStatus::Incomplete } },
                    "required": ["status"],
                    "additionalProperties": false
                },
                {
                    "type": "object",
                    "properties": {
                        "status": { "enum": [ClaimStatus::Confirmed, ClaimStatus::Refuted] },
                        "source_class": class
                    },
                    "required": ["status", "source_class"],
                    "additionalProperties": false
                }
            ]
        })
    }
}

impl JsonSchema for Outcome {
    fn schema_name() -> Cow<'static, str> {
        "Outcome".into()
    }

    /// The triple and nothing beside it, as an expectation has it.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = triple(generator);
        schema.insert("unevaluatedProperties".to_owned(), false.into());
        schema
    }
}

/// What the harness asks of a verifier's report: the triple in one of its three
/// shapes, beside any other members.
///
/// The shape check asks more only where no schema can: that standard output is
/// one JSON object in which no name stands twice.
pub fn report(generator: &mut SchemaGenerator) -> Schema {
    triple(generator)
}

fn triple(generator: &mut SchemaGenerator) -> Schema {
    let claims = generator.subschema_for::<ClaimMatrix>();
    json_schema!({
        "type": "object",
        "oneOf": [
            {
                "title": "fail",
                "properties": {
                    "bundle_integrity": { "const": "fail" },
                    "verdict": false,
                    "claims": false
                },
                "required": ["bundle_integrity"]
            },
            {
                "title": "pass / invalid",
                "properties": {
                    "bundle_integrity": { "const": "pass" },
                    "verdict": { "const": "invalid" },
                    "claims": false
                },
                "required": ["bundle_integrity", "verdict"]
            },
            {
                "title": "pass / valid",
                "properties": {
                    "bundle_integrity": { "const": "pass" },
                    "verdict": { "const": "valid" },
                    "claims": claims
                },
                "required": ["bundle_integrity", "verdict", "claims"]
            }
        ]
    })
}
