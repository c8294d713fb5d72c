//! The specifications that there are suites for.

/// Profile of suites that turn observed calls into records.
pub const TOOL_DECISION_PROFILE: &str = "assay.tool_decision_surface.v0";
/// Profile of suites that judge such records: another operation over the same
/// text, with another answer.
pub const TOOL_DECISION_CHECK_PROFILE: &str = "assay.tool_decision_surface.v0/check";
/// Profile of suites of request-decision receipts.
pub const RECEIPT_PROFILE: &str = "assay.request_decision_receipt.v0";
/// Profile of suites of the trust-annotations draft.
pub const TRUST_ANNOTATIONS_PROFILE: &str = "io.modelcontextprotocol/trust-annotations/draft";

/// One specification of evidence about tool calls, with rules, points and
/// suites of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// `privileged-mcp-action`: bundles in, a triple out.
    PrivilegedMcpAction,
    /// `assay.tool_decision_surface.v0`: observed calls in, records out.
    ToolDecisionSurface,
    /// `assay.request_decision_receipt.v0`: frames and events in, receipts out.
    RequestDecisionReceipts,
    /// The trust-annotations draft: tool results in, claims out.
    TrustAnnotations,
}

impl System {
    /// All of them.
    pub const ALL: [System; 4] = [
        System::PrivilegedMcpAction,
        System::ToolDecisionSurface,
        System::RequestDecisionReceipts,
        System::TrustAnnotations,
    ];

    /// The system to which suites of a profile belong.
    pub fn of_profile(profile: &str) -> Option<System> {
        match profile {
            TOOL_DECISION_PROFILE | TOOL_DECISION_CHECK_PROFILE => {
                Some(System::ToolDecisionSurface)
            }
            RECEIPT_PROFILE => Some(System::RequestDecisionReceipts),
            TRUST_ANNOTATIONS_PROFILE => Some(System::TrustAnnotations),
            _ => {
                profile.starts_with("privileged-mcp-action/").then_some(System::PrivilegedMcpAction)
            }
        }
    }

    /// What the text calls itself.
    pub const fn title(self) -> &'static str {
        match self {
            System::PrivilegedMcpAction => crate::vocabulary::PROFILE,
            System::ToolDecisionSurface => TOOL_DECISION_PROFILE,
            System::RequestDecisionReceipts => RECEIPT_PROFILE,
            System::TrustAnnotations => "io.modelcontextprotocol/trust-annotations",
        }
    }

    /// The normative URI of the text, where it gives one.
    pub const fn published_at(self) -> Option<&'static str> {
        match self {
            System::PrivilegedMcpAction => {
                Some("https://docs.getassay.dev/profiles/privileged-mcp-action/v0/")
            }
            System::ToolDecisionSurface
            | System::RequestDecisionReceipts
            | System::TrustAnnotations => None,
        }
    }

    /// The id of its first suite, with which those of the others start.
    pub const fn suite(self) -> &'static str {
        match self {
            System::PrivilegedMcpAction => "privileged-mcp-action-v0",
            System::ToolDecisionSurface => "tool-decision-surface-v0",
            System::RequestDecisionReceipts => "request-decision-receipts-v0",
            System::TrustAnnotations => "trust-annotations-draft",
        }
    }

    /// The letter that the ids of its interpretation points start with.
    pub const fn point_letter(self) -> char {
        match self {
            System::PrivilegedMcpAction => 'I',
            System::ToolDecisionSurface => 'T',
            System::RequestDecisionReceipts => 'R',
            System::TrustAnnotations => 'A',
        }
    }
}
