//! Any bytes as a bundle, as an archive, and as the two files in one.
#![no_main]

#[path = "shape.rs"]
mod shape;
#[path = "../../tests/support/mod.rs"]
mod support;

use libfuzzer_sys::fuzz_target;
use shape::verified;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, bytes)) = bytes.split_first() else { return };
    match choice % 3 {
        0 => verified(bytes),
        1 => verified(&support::stored(bytes)),
        _ => {
            let at = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            let (manifest, events) = bytes.split_at(at);
            let events = events.get(1..).unwrap_or_default();
            verified(&support::stored(&support::archive(manifest, events)))
        }
    };
});
