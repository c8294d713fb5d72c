//! Numbers at which formatters go wrong. Each stands in its line with the very
//! digits of its canonical form, so that nothing is rounded.

use super::spellings::noted;
use crate::corpus::Case;
use crate::expect::INCOMPLETE;
use serde_json::json;

pub(super) fn vectors() -> Vec<Case> {
    vec![
        noted(
            "line-number-1e21",
            "a hashed number is spelled 1E21",
            json!(1e21),
            "1e+21",
            "1E21",
        )
        .because("From here on canonical form has an exponent.")
        .expect(INCOMPLETE),
        noted(
            "line-number-1e-7",
            "a hashed number is spelled 0.0000001",
            json!(1e-7),
            "1e-7",
            "0.0000001",
        )
        .because("From here down canonical form has an exponent.")
        .expect(INCOMPLETE),
        noted(
            "line-number-1e-6",
            "a hashed number is spelled 1e-6",
            json!(1e-6),
            "0.000001",
            "1e-6",
        )
        .because("Canonical form has no exponent here.")
        .expect(INCOMPLETE),
        noted(
            "line-number-smallest",
            "the smallest double is hashed, spelled 5E-324",
            json!(5e-324),
            "5e-324",
            "5E-324",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-largest",
            "the largest double is hashed, spelled 1.7976931348623157e308",
            json!(1.7976931348623157e308),
            "1.7976931348623157e+308",
            "1.7976931348623157e308",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-17-digits",
            "the sum of 0.1 and 0.2 is hashed, spelled 30000000000000004e-17",
            json!(0.1 + 0.2),
            "0.30000000000000004",
            "30000000000000004e-17",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-minus-zero",
            "a hashed number is spelled -0",
            json!(0),
            "\"text\":0",
            "\"text\":-0",
        )
        .expect(INCOMPLETE),
        noted(
            "line-number-exponents",
            "four times the same hashed number is spelled 1e+5, 1E5, 1.0e+05 and 10E0004",
            json!([100_000, 100_000, 100_000, 100_000]),
            "[100000,100000,100000,100000]",
            "[1e+5,1E5,1.0e+05,10E0004]",
        )
        .expect(INCOMPLETE),
        noted(
            "line-numbers-as-hashed",
            "hashed numbers stand as in canonical form, a blank before each",
            json!([1e21, 1e-7, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1e23, 4.5, -1.5e-9]),
            "[1e+21,1e-7,5e-324,1.7976931348623157e+308,0.30000000000000004,1e+23,4.5,-1.5e-9]",
            "[ 1e+21, 1e-7, 5e-324, 1.7976931348623157e+308, 0.30000000000000004, 1e+23, 4.5, -1.5e-9]",
        )
        .expect(INCOMPLETE),
    ]
}
