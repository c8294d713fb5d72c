//! A bundle in the making. Each layer is sealed over the one below it, and an
//! edit names the layer at which it strikes: all that lies above is sealed
//! over the edited form.
//!
//! ```text
//! payloads → envelopes → content hashes → lines → events.ndjson
//!                        run root, bundle id ↓    ↓ sha256, length
//!                            manifest object → manifest.json
//!                                              tar → gzip → bundle
//! ```

use crate::archive::{Archive, Entry};
use crate::canonical::{canonical, chain, digest};
use crate::edit;
use crate::event::{content_hash, envelope};
use crate::gzip::Gzip;
use crate::version::V0;
use mcp_evidence_contract::vocabulary::{
    ALGORITHM_CANON, ALGORITHM_HASH, ALGORITHM_ROOT, SCHEMA_VERSION,
};
use serde_json::{Value, json};

type Edit<T> = Box<dyn FnOnce(&mut T)>;

/// Edits of one layer, in the order in which they were asked for.
struct Edits<T>(Vec<Edit<T>>);

impl<T> Edits<T> {
    const fn none() -> Edits<T> {
        Edits(Vec::new())
    }

    fn apply(self, layer: &mut T) {
        for edit in self.0 {
            edit(layer);
        }
    }
}

/// A bundle before it is sealed.
pub(crate) struct Draft {
    run_id: String,
    producer: &'static str,
    time: &'static str,
    payloads: Vec<Value>,
    root_over_recomputed: bool,
    envelopes: Edits<Vec<Value>>,
    events: Edits<Vec<Value>>,
    events_file: Edits<Vec<u8>>,
    manifest: Edits<Value>,
    manifest_file: Edits<Vec<u8>>,
    archive: Edits<Archive>,
    tar: Edits<Vec<u8>>,
    gzip: Edits<Gzip>,
    bundle: Edits<Vec<u8>>,
}

/// Declares the edits of layers: one method for each.
macro_rules! layers {
    ($($(#[$doc:meta])* $name:ident: $layer:ty;)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub(crate) fn $name(mut self, edit: impl FnOnce(&mut $layer) + 'static) -> Draft {
                self.$name.0.push(Box::new(edit));
                self
            }
        )*
    };
}

impl Draft {
    /// A sound bundle of `payloads`, one event each, at the time of v0.
    pub(crate) fn new(producer: &'static str, run_id: String, payloads: Vec<Value>) -> Draft {
        Draft {
            run_id,
            producer,
            time: V0.time,
            payloads,
            root_over_recomputed: false,
            envelopes: Edits::none(),
            events: Edits::none(),
            events_file: Edits::none(),
            manifest: Edits::none(),
            manifest_file: Edits::none(),
            archive: Edits::none(),
            tar: Edits::none(),
            gzip: Edits::none(),
            bundle: Edits::none(),
        }
    }

    /// Gives the bundle another run id.
    #[must_use]
    pub(crate) fn run(mut self, run_id: &str) -> Draft {
        run_id.clone_into(&mut self.run_id);
        self
    }

    /// Gives the events another time.
    #[must_use]
    pub(crate) fn at(self, time: &'static str) -> Draft {
        Draft { time, ..self }
    }

    /// Edits the payloads.
    #[must_use]
    pub(crate) fn payloads(mut self, edit: impl FnOnce(&mut Vec<Value>)) -> Draft {
        edit(&mut self.payloads);
        self
    }

    /// Sets a member of the payload at `place`.
    #[must_use]
    pub(crate) fn set(self, place: usize, pointer: &str, value: Value) -> Draft {
        self.payloads(|payloads| edit::set(&mut payloads[place], pointer, value))
    }

    /// Takes a member of the payload at `place` out.
    #[must_use]
    pub(crate) fn leave_out(self, place: usize, pointer: &str) -> Draft {
        self.payloads(|payloads| edit::leave_out(&mut payloads[place], pointer))
    }

    /// Adds a payload behind the others.
    #[must_use]
    pub(crate) fn and(self, payload: Value) -> Draft {
        self.payloads(|payloads| payloads.push(payload))
    }

    /// Edits the event object at `place` before it is hashed.
    #[must_use]
    pub(crate) fn envelope(self, place: usize, edit: impl FnOnce(&mut Value) + 'static) -> Draft {
        self.envelopes(move |events| edit(&mut events[place]))
    }

    /// Edits the event object at `place` after it got its content hash.
    #[must_use]
    pub(crate) fn event(self, place: usize, edit: impl FnOnce(&mut Value) + 'static) -> Draft {
        self.events(move |events| edit(&mut events[place]))
    }

    /// Edits the archive's entry at `place`.
    #[must_use]
    pub(crate) fn entry(self, place: usize, edit: impl FnOnce(&mut Entry) + 'static) -> Draft {
        self.archive(move |archive| edit(&mut archive.entries[place]))
    }

    layers! {
        /// Edits the event objects before they are hashed.
        envelopes: Vec<Value>;
        /// Edits the event objects after they got their content hashes. The
        /// run root is made of the hashes that the events then carry.
        events: Vec<Value>;
        /// Edits `events.ndjson`; the manifest's count and root stay those of
        /// the event objects.
        events_file: Vec<u8>;
        /// Edits the manifest object.
        manifest: Value;
        /// Edits `manifest.json`.
        manifest_file: Vec<u8>;
        /// Edits entries and end of the archive.
        archive: Archive;
        /// Edits the archive's bytes.
        tar: Vec<u8>;
        /// Edits the gzip header.
        gzip: Gzip;
        /// Edits the bundle's bytes.
        bundle: Vec<u8>;
    }

    /// Lets the run root be made of what the content hashes should be, where
    /// an edit of the events made them wrong.
    #[must_use]
    pub(crate) fn root_over_recomputed(mut self) -> Draft {
        self.root_over_recomputed = true;
        self
    }

    /// The bundle.
    pub(crate) fn seal(self) -> Vec<u8> {
        let number = self.payloads.into_iter().enumerate();
        let mut events: Vec<Value> = number
            .map(|(seq, payload)| envelope(payload, &self.run_id, seq, self.producer, self.time))
            .collect();
        self.envelopes.apply(&mut events);
        for event in &mut events {
            event["assaycontenthash"] = json!(content_hash(event));
        }
        self.events.apply(&mut events);

        let hashes: Vec<String> = events
            .iter()
            .map(|event| match event["assaycontenthash"].as_str() {
                Some(carried) if !self.root_over_recomputed => carried.to_owned(),
                Some(_) | None => content_hash(event),
            })
            .collect();
        let run_root = chain(hashes.iter().map(String::as_str));

        let mut events_file = Vec::new();
        for event in &events {
            events_file.extend(canonical(event));
            events_file.push(b'\n');
        }
        self.events_file.apply(&mut events_file);

        let mut manifest = json!({
            "schema_version": SCHEMA_VERSION,
            "bundle_id": run_root,
            "producer": {"name": self.producer, "version": "0.1.0"},
            "run_id": self.run_id,
            "event_count": events.len(),
            "run_root": run_root,
            "algorithms": {
                "canon": ALGORITHM_CANON,
                "hash": ALGORITHM_HASH,
                "root": ALGORITHM_ROOT,
            },
            "files": {
                "events.ndjson": {
                    "path": "events.ndjson",
                    "sha256": digest(&events_file),
                    "bytes": events_file.len(),
                },
            },
        });
        self.manifest.apply(&mut manifest);
        let mut manifest_file = canonical(&manifest);
        self.manifest_file.apply(&mut manifest_file);

        let mut archive = Archive {
            entries: vec![
                Entry::file("manifest.json", manifest_file),
                Entry::file("events.ndjson", events_file),
            ],
            end: None,
        };
        self.archive.apply(&mut archive);
        let mut tar = archive.into_bytes();
        self.tar.apply(&mut tar);

        let mut gzip = Gzip::default();
        self.gzip.apply(&mut gzip);
        let mut bundle = gzip.member(&tar);
        self.bundle.apply(&mut bundle);
        bundle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payload::{REASON, ZERO_DIGEST, deny, note};

    fn draft() -> Draft {
        Draft::new("test", "run".to_owned(), vec![deny(REASON), note()])
    }

    #[test]
    fn what_lies_above_an_edit_is_sealed_over_it() {
        draft()
            .envelope(0, |event| event["subject"] = json!("call"))
            .event(0, |event| assert_eq!(event["assaycontenthash"], content_hash(event)))
            .events_file(|file| file.push(b' '))
            .manifest(|manifest| assert_eq!(manifest["event_count"], 2))
            .archive(|archive| {
                let manifest: Value =
                    serde_json::from_slice(&archive.entries[0].data).expect("a JSON manifest");
                let file = &manifest["files"]["events.ndjson"];
                assert_eq!(file["sha256"], digest(&archive.entries[1].data));
                assert_eq!(file["bytes"], archive.entries[1].data.len());
            })
            .seal();
    }

    /// The manifest that a draft ends up with.
    fn manifest_of(draft: Draft) -> Value {
        let (sender, receiver) = std::sync::mpsc::channel();
        draft
            .manifest(move |manifest| sender.send(manifest.clone()).expect("the test waits"))
            .seal();
        receiver.recv().expect("sealing passes every layer")
    }

    #[test]
    fn a_root_is_over_carried_or_over_recomputed_hashes() {
        let spoiled = || draft().event(1, |event| event["assaycontenthash"] = json!(ZERO_DIGEST));
        let right = &manifest_of(draft())["run_root"];
        assert_ne!(&manifest_of(spoiled())["run_root"], right);
        assert_eq!(&manifest_of(spoiled().root_over_recomputed())["run_root"], right);
        let bare = draft().event(1, |event| edit::leave_out(event, "/assaycontenthash"));
        assert_eq!(&manifest_of(bare)["run_root"], right);
    }
}
