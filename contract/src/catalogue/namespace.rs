//! Which events the profile selects, and how many of each kind it takes.

use super::rules;
use crate::vocabulary::{DECISION_SCHEMA, ESTABLISH_SCHEMA, OBSERVATION_SCHEMA};
use crate::{Published, Rule, Stage};

const SELECTION: &str = "§2";
const STAGE_2: &str = "§5 Stage 2";

const fn record(section: &'static str, id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(Stage::Records, section, id, text)
}

const fn permit(section: &'static str, id: &'static str, text: &'static str) -> Rule {
    Rule::permission(Stage::Records, section, id, text)
}

rules! {
    UNKNOWN_DECISION = record(STAGE_2, "stage2.schema.unrecognized.decision",
        "no schema starts with assay.enforcement_decision. and is not its v0 string")
        .lacking("an unknown schema that starts with assay.enforcement_decision.")
        .exactly(DECISION_SCHEMA)
        .refining(Published::UnknownSchema);
    UNKNOWN_OBSERVATION = record(STAGE_2, "stage2.schema.unrecognized.observation",
        "no schema starts with assay.denied_call_observation. and is not its v0 string")
        .lacking("an unknown schema that starts with assay.denied_call_observation.")
        .exactly(OBSERVATION_SCHEMA)
        .refining(Published::UnknownSchema);
    UNKNOWN_ESTABLISH = record(STAGE_2, "stage2.schema.unrecognized.establish",
        "no schema starts with assay.manifest_establish. and is not its v0 string")
        .lacking("an unknown schema that starts with assay.manifest_establish.")
        .exactly(ESTABLISH_SCHEMA)
        .refining(Published::UnknownSchema);

    TYPE_OF_DECISION = record(SELECTION, "stage2.type.equals-schema.decision",
        "the type over a decision record is its schema")
        .lacking("a decision record under another type than its schema").refining(Published::TypeEqualsSchema);
    TYPE_OF_OBSERVATION = record(SELECTION, "stage2.type.equals-schema.observation",
        "the type over an observation record is its schema")
        .lacking("an observation record under another type than its schema").refining(Published::TypeEqualsSchema);
    TYPE_OF_ESTABLISH = record(SELECTION, "stage2.type.equals-schema.establish",
        "the type over an establish record is its schema")
        .lacking("an establish record under another type than its schema").refining(Published::TypeEqualsSchema);
    TYPE_OF_ANOTHER = record(SELECTION, "stage2.type.equals-schema.other-kind",
        "no type inside the namespace stands over another schema inside it")
        .refining(Published::TypeEqualsSchema).reading("I35");

    BARE_DECISION_TYPE = record(SELECTION, "stage2.type.without-schema.decision",
        "no decision type stands over a payload whose schema is outside the namespace")
        .lacking("a decision type over a payload without such a schema")
        .refining(Published::TypeWithoutSchema);
    BARE_OBSERVATION_TYPE = record(SELECTION, "stage2.type.without-schema.observation",
        "no observation type stands over a payload whose schema is outside the namespace")
        .lacking("an observation type over a payload without such a schema")
        .refining(Published::TypeWithoutSchema);
    BARE_ESTABLISH_TYPE = record(SELECTION, "stage2.type.without-schema.establish",
        "no establish type stands over a payload whose schema is outside the namespace")
        .lacking("an establish type over a payload without such a schema")
        .refining(Published::TypeWithoutSchema);

    NO_DECISION = record(STAGE_2, "stage2.cardinality.decision.none", "there is a decision record")
        .lacking("a bundle without a decision record")
        .refining(Published::ExactlyOneDecision);
    SECOND_DECISION = record(STAGE_2, "stage2.cardinality.decision.many",
        "there is no second decision record")
        .lacking("a bundle with several decision records").refining(Published::ExactlyOneDecision);
    SECOND_OBSERVATION = record(STAGE_2, "stage2.cardinality.observation.many",
        "there is no second observation record")
        .lacking("a bundle with several observation records").refining(Published::AtMostOneObservation);
    SECOND_ESTABLISH = record(STAGE_2, "stage2.cardinality.establish.many",
        "there is no second establish record")
        .lacking("a bundle with several establish records").refining(Published::AtMostOneEstablish);

    FOREIGN_EVENT = permit(SELECTION, "stage2.permit.foreign-event",
        "events outside the profile's namespace");
    LOOKALIKE = permit(STAGE_2, "stage2.permit.lookalike",
        "schemas that only look like the namespace: no dot, another case, a leading blank");
    NO_SCHEMA = permit(SELECTION, "stage2.permit.no-schema",
        "an event outside the namespace whose data is no object or has no schema string")
        .reading("I34");
}
