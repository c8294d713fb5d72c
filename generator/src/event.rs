//! The envelope around a payload, and the content hash over it (§4).

use crate::canonical::{canonical, digest};
use mcp_evidence_contract::vocabulary::{DATACONTENTTYPE, SPECVERSION};
use serde_json::{Map, Value, json};

/// The members that a content hash covers; those that an event lacks are left
/// out of it.
const HASHED: [&str; 5] = ["specversion", "type", "datacontenttype", "subject", "data"];

/// `payload` as event number `seq` of a run: every member of the published
/// envelope but the content hash. The type is the payload's schema.
pub(crate) fn envelope(
    payload: Value,
    run_id: &str,
    seq: usize,
    producer: &str,
    time: &str,
) -> Value {
    json!({
        "specversion": SPECVERSION,
        "type": payload["schema"],
        "source": "urn:assay:external:privileged-mcp-action",
        "id": format!("{run_id}:{seq}"),
        "time": time,
        "datacontenttype": DATACONTENTTYPE,
        "assayrunid": run_id,
        "assayseq": seq,
        "assayproducer": producer,
        "assayproducerversion": "0.1.0",
        "assaygit": "unknown",
        "assaypii": false,
        "assaysecrets": false,
        "data": payload,
    })
}

/// The content hash that belongs to `event`.
pub(crate) fn content_hash(event: &Value) -> String {
    let hashed: Map<String, Value> = HASHED
        .into_iter()
        .filter_map(|name| event.get(name).map(|value| (name.to_owned(), value.clone())))
        .collect();
    digest(&canonical(&Value::Object(hashed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_leaves_identity_and_time_out() {
        let event = envelope(json!({"schema": "example.note.v0"}), "run", 0, "writer", "now");
        assert_eq!(event["id"], "run:0");
        let mut other =
            envelope(json!({"schema": "example.note.v0"}), "other", 7, "another", "now");
        other["time"] = json!("later");
        assert_eq!(content_hash(&event), content_hash(&other));
        other["subject"] = Value::Null;
        assert_ne!(content_hash(&event), content_hash(&other));
    }
}
