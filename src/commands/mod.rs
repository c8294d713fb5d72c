//! One file a subcommand.

pub(crate) mod adequacy;
pub(crate) mod digest;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod inspect;
pub(crate) mod list;
pub(crate) mod main_job;
pub(crate) mod run;
pub(crate) mod verify;
