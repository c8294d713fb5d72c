//! One file a subcommand.

pub(crate) mod adequacy;
pub(crate) mod annotations;
pub(crate) mod capture;
pub(crate) mod check;
pub(crate) mod classify;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod digest;
pub(crate) mod doctor;
pub(crate) mod explain;
mod files;
pub(crate) mod generate;
pub(crate) mod init;
pub(crate) mod inspect;
pub(crate) mod list;
pub(crate) mod main_job;
pub(crate) mod pack;
pub(crate) mod receipts;
pub(crate) mod report;
mod reports;
mod reproduction;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod score;
pub(crate) mod validate;
pub(crate) mod verify;
