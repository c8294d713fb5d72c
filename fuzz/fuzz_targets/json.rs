//! Any bytes as JSON: the reader, the rewriter, the recognizer and the library
//! that writes canonical form agree about the value or about the fault.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_evidence_strict_json::canonical::{Rewriter, recognize};
use mcp_evidence_strict_json::{Limits, parse, read};

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::default();
    let recognized = recognize(bytes, limits, |_, _, _| {});
    let mut rewriter = Rewriter::default();
    match (read(bytes, limits), rewriter.rewrite(bytes, limits)) {
        (Ok(document), Ok((canonical, faults))) => {
            assert_eq!(faults, document.faults);
            let library = serde_json_canonicalizer::to_vec(&document.value).expect("canonicalizes");
            assert_eq!(canonical, library);
            assert_eq!(recognized, canonical == bytes && faults.is_empty());
            assert!(recognize(canonical, limits, |_, _, _| {}));
            assert_eq!(parse(bytes, limits).is_ok(), faults.is_empty());
            // Reading the canonical form gives it again.
            let mut again = Rewriter::default();
            let (twice, faults) = again.rewrite(canonical, limits).expect("its own form");
            assert_eq!(twice, canonical);
            assert!(faults.is_empty());
        }
        (Err(one), Err(other)) => {
            assert_eq!(one, other);
            assert!(!recognized);
            assert!(one.offset <= bytes.len());
        }
        (one, other) => panic!("{one:?} beside {other:?}"),
    }
});
