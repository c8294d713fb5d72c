//! Structured mutants of sealed bundles: one to three changes, each at some
//! layer, with all above it sealed over the change. The same seed gives the
//! same mutant.

#![allow(dead_code, reason = "each test uses its part")]

mod container;
mod json;
mod pool;

use crate::support;
use mcp_evidence_contract::{Profile, vocabulary};
use mcp_evidence_generator::canonical;
use serde_json::Value;

/// SplitMix64: small, and the same everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// Whether a thing that happens once in `times` happens.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of several.
    pub(crate) fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A mutant, the version whose records it was made from, and how it was made.
pub(crate) struct Mutant {
    pub(crate) profile: &'static Profile,
    pub(crate) bundle: Vec<u8>,
    pub(crate) changes: Vec<String>,
}

/// At which layer a change strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layer {
    Payload,
    Envelope,
    Event,
    Lines,
    Manifest,
    ManifestText,
    Archive,
    Gzip,
    Bytes,
}

const LAYERS: [Layer; 12] = [
    Layer::Payload,
    Layer::Payload,
    Layer::Payload,
    Layer::Envelope,
    Layer::Event,
    Layer::Lines,
    Layer::Lines,
    Layer::Manifest,
    Layer::ManifestText,
    Layer::Archive,
    Layer::Gzip,
    Layer::Bytes,
];

/// Gives markers of v0 the form that they have under `profile`.
fn dress(payloads: &mut [Value], profile: &Profile) {
    for payload in payloads.iter_mut() {
        if payload["schema"] == vocabulary::OBSERVATION_SCHEMA {
            payload["schema"] = Value::from(profile.records[1]);
            // A whole number, as producers write it.
            payload["caller_visible_error"]["code"] = Value::from(profile.marker.code as i64);
        }
    }
}

/// The mutant of this seed: of v0 for even ones, of v1 for odd.
pub(crate) fn mutant(seed: u64) -> Mutant {
    let random = &mut Random::new(seed);
    let profile = Profile::ALL[(seed % 2) as usize];
    let mut changes = Vec::new();
    let mut layers: Vec<Layer> = (0..=random.below(3)).map(|_| random.of(&LAYERS)).collect();
    layers.sort_by_key(|layer| *layer as usize);
    let strikes = |layer| layers.iter().filter(move |struck| **struck == layer).count();

    let mut payloads = pool::payloads(random);
    dress(&mut payloads, profile);
    for _ in 0..strikes(Layer::Payload) {
        changes.push(pool::change_payloads(&mut payloads, random));
    }
    let mut events: Vec<Value> =
        payloads.into_iter().enumerate().map(|(seq, data)| support::event(seq, data)).collect();
    for _ in 0..strikes(Layer::Envelope) {
        changes.push(pool::change_event(&mut events, random));
        events.iter_mut().filter(|event| event.is_object()).for_each(support::seal_event);
    }
    for _ in 0..strikes(Layer::Event) {
        changes.push(format!("after sealing, {}", pool::change_event(&mut events, random)));
    }
    let mut lines: Vec<Vec<u8>> = events.iter().map(canonical).collect();
    if strikes(Layer::Lines) == 0 && random.once_in(4) {
        changes.push("every line respelled".to_owned());
        for line in &mut lines {
            *line = json::respelled_text(line, random);
        }
    }
    let mut file: Vec<u8> = lines.join(&b'\n');
    if !lines.is_empty() {
        file.push(b'\n');
    }
    for _ in 0..strikes(Layer::Lines) {
        changes.push(json::change_lines(&mut file, random));
    }
    let mut manifest = support::manifest(&file, &events);
    for _ in 0..strikes(Layer::Manifest) {
        changes.push(pool::change_manifest(&mut manifest, random));
    }
    let mut manifest_text = canonical(&manifest);
    for _ in 0..strikes(Layer::ManifestText) {
        changes.push(format!("manifest: {}", json::change_text(&mut manifest_text, random)));
    }
    let mut archive = support::archive(&manifest_text, &file);
    for _ in 0..strikes(Layer::Archive) {
        changes.push(container::change_archive(&mut archive, manifest_text.len(), random));
    }
    let mut bundle = support::gzip(&archive);
    for _ in 0..strikes(Layer::Gzip) {
        changes.push(container::change_gzip(&mut bundle, random));
    }
    for _ in 0..strikes(Layer::Bytes) {
        changes.push(container::change_bytes(&mut bundle, random));
    }
    Mutant { profile, bundle, changes }
}

/// A sealed bundle and the same with its lines respelled.
pub(crate) fn respelled_pair(seed: u64) -> [Vec<u8>; 2] {
    let random = &mut Random::new(seed);
    let mut payloads = pool::payloads(random);
    for _ in 0..random.below(3) {
        pool::change_payloads(&mut payloads, random);
    }
    let mut events: Vec<Value> =
        payloads.into_iter().enumerate().map(|(seq, data)| support::event(seq, data)).collect();
    if random.once_in(2) {
        pool::change_event(&mut events, random);
        events.iter_mut().filter(|event| event.is_object()).for_each(support::seal_event);
    }
    let plain = support::events_file(&events);
    let mut respelled = Vec::new();
    for event in &events {
        respelled.extend(json::respelled_text(&canonical(event), random));
        respelled.push(b'\n');
    }
    [plain, respelled].map(|file| support::bundle(&support::manifest(&file, &events), &file))
}
