//! From results to claims: what stands at each level, and what that makes.

use super::case::Case;
use super::evaluation::{Claim, Claims, Evaluation, Evidence, ResultClaims, Status, Warnings};
use super::evidence::{Judge, Judged};
use super::lacking;
use super::records::Records;
use crate::held::Held;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::Value;

/// The extension's key under `_meta`.
pub(super) const KEY: &str = "io.modelcontextprotocol/trust-annotations";

/// Evaluates one case.
pub(super) struct Evaluator<'c, 'h, H> {
    case: &'c Case,
    held: &'h H,
    judge: Judge<'c, 'h, H>,
    warnings: Warnings,
}

/// A result, or one of its blocks.
struct Place<'c> {
    at: String,
    annotation: Option<&'c Value>,
    /// What it claims by itself.
    own: Claims,
    /// Whether its record, whose digest came out, is of a class that asks for `sensitive`.
    confidential: bool,
}

/// The rules of one boolean.
struct Boolean {
    name: &'static str,
    absent: &'static Rule,
    optional: &'static Rule,
    on_result: &'static Rule,
    on_block: &'static Rule,
}

static SENSITIVE: Boolean = Boolean {
    name: "sensitive",
    absent: &rules::NO_SENSITIVE,
    optional: &rules::SENSITIVE_OPTIONAL,
    on_result: &rules::RESULT_SENSITIVE,
    on_block: &rules::BLOCK_SENSITIVE,
};

static UNTRUSTED: Boolean = Boolean {
    name: "untrusted",
    absent: &rules::NO_UNTRUSTED,
    optional: &rules::UNTRUSTED_OPTIONAL,
    on_result: &rules::RESULT_UNTRUSTED,
    on_block: &rules::BLOCK_UNTRUSTED,
};

impl<'c, 'h, H: Held> Evaluator<'c, 'h, H> {
    pub(super) fn new(case: &'c Case, held: &'h H) -> Self {
        let judge = Judge::new(Records::new(case, held), held);
        Evaluator { case, held, judge, warnings: Warnings::default() }
    }

    pub(super) fn evaluate(mut self) -> Evaluation {
        let mut results: Vec<ResultClaims> = Vec::with_capacity(self.case.results.len());
        for (index, result) in self.case.results.iter().enumerate() {
            let before = results.last().filter(|_| !self.held.holds(&rules::NO_PROPAGATION));
            let before = before.map_or(Claims::NONE, |before| before.result);
            results.push(self.result(index, result, before));
        }
        Evaluation { results, warnings: self.warnings.into_listed() }
    }

    /// A result with its blocks.
    fn result(&mut self, index: usize, result: &'c Value, before: Claims) -> ResultClaims {
        let mut evidence = Vec::new();
        let annotation = self.annotation(result).or_else(|| self.tool_annotation());
        let whole = self.place(index.to_string(), annotation, true, &mut evidence);
        let handed_on = annotation.and_then(|annotation| annotation.get("evidenceRef"));
        let content = result.get("content").and_then(Value::as_array);
        let mut blocks = Vec::new();
        for (block, value) in content.into_iter().flatten().enumerate() {
            let at = format!("{index}/{block}");
            let annotation = self.annotation(value);
            let place = self.place(at, annotation, false, &mut evidence);
            let own = annotation.and_then(|annotation| annotation.get("evidenceRef"));
            if let (Some(reference), None, false) =
                (handed_on, own, self.held.holds(&rules::OWN_REFERENCE))
            {
                let judged = self.judge.judge(&place.at, reference, &mut self.warnings);
                evidence.push(judged.evidence);
            }
            blocks.push(place);
        }
        self.narrow_evidence(&mut evidence);
        let claims = whole.own.union(before);
        let claims = self.told_apart(lacking::advertised(claims, &self.case.tools, self.held));
        let refined = self.refined(claims, &blocks);
        self.warn_of_class(&whole, claims);
        for (block, claims) in blocks.iter().zip(&refined) {
            self.warn_of_class(block, *claims);
        }
        let lifted = if self.held.holds(&rules::NOT_THE_RESULT) {
            Claims::NONE
        } else {
            blocks.iter().fold(Claims::NONE, |seen, block| seen.union(block.own))
        };
        ResultClaims { result: claims.union(lifted), blocks: refined, evidence }
    }

    /// What holds for each block of a result of these claims.
    fn refined(&self, whole: Claims, blocks: &[Place<'_>]) -> Vec<Claims> {
        let mut carried = Claims::NONE;
        let mut refined = Vec::with_capacity(blocks.len());
        for block in blocks {
            refined.push(self.refine(whole, block).union(carried));
            if !self.held.holds(&rules::NOT_THE_SIBLINGS) {
                carried = carried.union(block.own);
            }
        }
        refined
    }

    /// A class asks for `sensitive` and does not stand in for it.
    fn warn_of_class(&mut self, place: &Place<'_>, claims: Claims) {
        if place.confidential && claims.sensitive != Claim::True {
            let message =
                "the record at hand is of a confidential class, and sensitive is not true";
            self.warnings.tell(&rules::SCHEME_CLASS, &place.at, message);
        }
    }

    /// The annotation of a result or block: under the extension's key in its
    /// `_meta`, and nowhere else.
    fn annotation(&self, host: &'c Value) -> Option<&'c Value> {
        let stated = host.get("_meta").and_then(|meta| meta.get(KEY));
        stated.or_else(|| lacking::elsewhere(host, self.held))
    }

    fn tool_annotation(&self) -> Option<&'c Value> {
        if self.held.holds(&rules::TOOL_DEFINITION) {
            return None;
        }
        self.case.tools.iter().find_map(|tool| tool.get("_meta")?.get(KEY))
    }

    /// What a result or block claims by itself, and what becomes of its
    /// reference.
    fn place(
        &mut self,
        at: String,
        annotation: Option<&'c Value>,
        is_result: bool,
        evidence: &mut Vec<Evidence>,
    ) -> Place<'c> {
        let mut own = Claims {
            sensitive: self.claim(&at, annotation, &SENSITIVE, is_result),
            untrusted: self.claim(&at, annotation, &UNTRUSTED, is_result),
        };
        let Some(stated) = annotation else {
            return Place { at, annotation, own, confidential: false };
        };
        own = lacking::inline(own, stated, self.held);
        let mut confidential = false;
        if let Some(reference) = self.reference(stated) {
            let Judged { evidence: judged, record } =
                self.judge.judge(&at, reference, &mut self.warnings);
            let kind = judged.kind.as_deref();
            own = lacking::referred(own, judged.status, kind, record, self.held);
            confidential =
                judged.status == Status::Recomputed && record.is_some_and(lacking::is_confidential);
            evidence.push(judged);
        } else if !self.held.holds(&rules::EVIDENCE_OPTIONAL) {
            let (status, recomputed) = (Status::MalformedRef, None);
            evidence.push(Evidence { at: at.clone(), kind: None, status, recomputed });
        }
        Place { at, annotation, own: self.told_apart(own), confidential }
    }

    fn reference(&self, annotation: &'c Value) -> Option<&'c Value> {
        annotation.get("evidenceRef").filter(|reference| {
            let null = reference.is_null();
            (!null || self.held.holds(&rules::NULL_REFERENCE))
                && (null || reference.is_object() || self.held.holds(&rules::REFERENCE_OBJECT))
        })
    }

    /// What an annotation claims about one boolean.
    fn claim(
        &mut self,
        at: &str,
        annotation: Option<&Value>,
        boolean: &Boolean,
        is_result: bool,
    ) -> Claim {
        let no_claim =
            |held: &H, rule| if held.holds(rule) { Claim::NoClaim } else { Claim::False };
        let Some(annotation) = annotation else {
            return no_claim(self.held, &rules::NO_ANNOTATION);
        };
        let Some(members) = annotation.as_object() else {
            if !self.held.holds(&rules::ANNOTATION_OBJECT) {
                return Claim::NoClaim;
            }
            self.warnings.tell(&rules::ANNOTATION_OBJECT, at, "the annotation is no object");
            return Claim::Malformed;
        };
        let read = if is_result { boolean.on_result } else { boolean.on_block };
        match members.get(boolean.name).filter(|_| self.held.holds(read)) {
            None if !self.held.holds(boolean.optional) => Claim::Malformed,
            None => no_claim(self.held, boolean.absent),
            Some(Value::Bool(true)) => Claim::True,
            Some(Value::Bool(false)) if self.held.holds(&rules::DISTINCT_FALSE) => Claim::False,
            Some(Value::Bool(false)) => Claim::NoClaim,
            Some(value) if !self.held.holds(&rules::BOOLEAN_TYPE) => coerced(value),
            Some(_) => {
                let message = format!("{} is no boolean", boolean.name);
                self.warnings.tell(&rules::BOOLEAN_TYPE, at, message);
                Claim::Malformed
            }
        }
    }

    /// What holds for a block: the result's claims, and its own where they say
    /// more.
    fn refine(&self, whole: Claims, block: &Place<'_>) -> Claims {
        let own = block.own;
        if block.annotation.is_none() {
            let handed_on =
                |claim, rule| if self.held.holds(rule) { claim } else { Claim::NoClaim };
            return own.union(Claims {
                sensitive: handed_on(whole.sensitive, &rules::DEFAULT_SENSITIVE),
                untrusted: handed_on(whole.untrusted, &rules::DEFAULT_UNTRUSTED),
            });
        }
        if !self.held.holds(&rules::DEFAULT_PER_BOOLEAN) {
            return own;
        }
        Claims {
            sensitive: self.union(whole.sensitive, own.sensitive, &rules::WEAKEN_SENSITIVE),
            untrusted: self.union(whole.untrusted, own.untrusted, &rules::WEAKEN_UNTRUSTED),
        }
    }

    fn union(&self, whole: Claim, own: Claim, weaken: &'static Rule) -> Claim {
        let readable = self.held.holds(&rules::MALFORMED_UNION);
        match (whole, own) {
            (_, Claim::False) if !self.held.holds(weaken) => Claim::False,
            (Claim::Malformed, other) | (other, Claim::Malformed) if !readable => other,
            _ => whole.max(own),
        }
    }

    /// Two signals, neither of which implies the other.
    fn told_apart(&self, claims: Claims) -> Claims {
        let either = [claims.sensitive, claims.untrusted].contains(&Claim::True);
        if either && !self.held.holds(&rules::APART) {
            return Claims { sensitive: Claim::True, untrusted: Claim::True };
        }
        claims
    }

    /// The references that are left to who overlooks some.
    fn narrow_evidence(&self, evidence: &mut Vec<Evidence>) {
        if !self.held.holds(&rules::EACH_LEVEL) && evidence.iter().any(|one| one.at.contains('/')) {
            evidence.retain(|one| one.at.contains('/'));
        }
        if self.held.reads(&rules::RESULT_EVIDENCE_ONLY) {
            evidence.retain(|one| !one.at.contains('/'));
        }
        if self.held.reads(&rules::UNKNOWN_TYPE_OMITTED) {
            evidence.retain(|one| one.kind.as_deref().is_none_or(super::reference::is_known));
        }
    }
}

/// The boolean that a value resembles.
fn coerced(value: &Value) -> Claim {
    let truth = match value {
        Value::Null => return Claim::NoClaim,
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => text.eq_ignore_ascii_case("true"),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    };
    if truth { Claim::True } else { Claim::False }
}
