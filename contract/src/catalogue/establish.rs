//! The establish record's constraints.

use super::{members, rules};
use crate::vocabulary::ESTABLISH_PATHS;
use crate::{Published, Rule, Stage};

const SECTION: &str = "§5 Stage 2";
const STAGE: Stage = Stage::Records;

const fn record(id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(STAGE, SECTION, id, text)
}

members! {
    PATH = STAGE, SECTION, "stage2.establish.path", "data.establish_path", "a string",
        refines EstablishPathSet;
    RUN_OUTCOME = STAGE, SECTION, "stage2.establish.run-outcome", "data.run_outcome", "a string",
        refines EstablishAttempted;
    ATTEMPTED = STAGE, SECTION, "stage2.establish.attempted", "data.establish_attempted",
        "a boolean", refines EstablishAttempted, type reads "I39";
}

rules! {
    PATH_VOCABULARY = record("stage2.establish.path.vocabulary",
        "establish_path is one of its four strings")
        .lacking("an establish record whose establish_path is outside the closed set").one_of(&ESTABLISH_PATHS)
        .refining(Published::EstablishPathSet);
    ATTEMPTED_PERFORMED = record("stage2.establish.attempted.performed",
        "establish_attempted is true beside every outcome but not_performed")
        .lacking("an establish record that was performed and not attempted")
        .refining(Published::EstablishAttempted);
    ATTEMPTED_NOT_PERFORMED = record("stage2.establish.attempted.not-performed",
        "establish_attempted is false beside not_performed")
        .lacking("an establish record that was attempted and not performed")
        .refining(Published::EstablishAttempted);
    OPEN_OUTCOME = Rule::permission(STAGE, SECTION, "stage2.permit.run-outcome",
        "any string as run_outcome").refining(Published::EstablishAttempted);
}
