//! Stage 4: the claim matrix (§5 Stage 4).

use crate::fault::quote;
use crate::sink::Sink;
use crate::stage2::Records;
use crate::stage3::Marker;
use mcp_evidence_contract::catalogue::binding as rules;
use mcp_evidence_contract::vocabulary::ESTABLISH_PATHS;
use mcp_evidence_contract::{Claim, ClaimMatrix, Location};

/// Recomputes the matrix from validated records. `upstream_delivery` and
/// `external_side_effect` are incomplete in every row: no v0 record has the
/// vantage to carry them.
pub(crate) fn recompute(records: &Records, marker: Marker, sink: &mut impl Sink) -> ClaimMatrix {
    let decision = records.decision.as_ref().and_then(|decision| decision.decision.as_deref());
    let allow = decision == Some("allow");
    let (row, caller_visible_denial) = match (allow, marker) {
        (false, Marker::Present) => {
            let missed = sink.reads(&rules::MISSES_DENIAL);
            (&rules::ROW_DENY_MARKER, if missed { Claim::INCOMPLETE } else { Claim::CONFIRMED })
        }
        (false, Marker::Absent) => {
            let refuted = sink.reads(&rules::REFUTES_SILENCE);
            (&rules::ROW_DENY, if refuted { Claim::REFUTED } else { Claim::INCOMPLETE })
        }
        (true, Marker::Absent) => {
            let refuted = sink.reads(&rules::REFUTES_ALLOW);
            (&rules::ROW_ALLOW, if refuted { Claim::REFUTED } else { Claim::INCOMPLETE })
        }
        (true, Marker::Present) => {
            let confirmed = sink.reads(&rules::CONFIRMS_CONTRADICTION);
            (&rules::ROW_ALLOW_MARKER, if confirmed { Claim::CONFIRMED } else { Claim::REFUTED })
        }
    };
    sink.used(row);
    if allow && marker == Marker::Present {
        sink.noted(row, Location::BUNDLE, || {
            "the producer recorded the decision to forward and a denial shown to the caller, for the same tool and target"
                .to_owned()
        });
    }
    compare_journey(records, allow, sink);
    ClaimMatrix {
        policy_decision_recorded: Claim::CONFIRMED,
        caller_visible_denial,
        upstream_delivery: Claim::INCOMPLETE,
        external_side_effect: Claim::INCOMPLETE,
    }
}

/// A journey that contradicts the decision is a finding and changes no cell.
fn compare_journey(records: &Records, allow: bool, sink: &mut impl Sink) {
    let Some(establish) = &records.establish else { return };
    let path = establish.path.as_deref().unwrap_or_default();
    let Some(index) = ESTABLISH_PATHS.iter().position(|known| *known == path) else { return };
    let (beside, contradicts) = if allow {
        (&rules::BESIDE_ALLOW, matches!(path, "immediate_deny" | "established_then_denied"))
    } else {
        (&rules::BESIDE_DENY, path == "established_then_allowed")
    };
    sink.used(beside[index]);
    if contradicts {
        let word = if allow { "allow" } else { "deny" };
        let at = Location::line(establish.line).member("data.establish_path");
        sink.noted(beside[index], at, || {
            format!("the establish path {} contradicts the decision {word}", quote(path))
        });
    }
}
