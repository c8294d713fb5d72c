//! `mcp-evidence receipts`: request-decision receipts derived and verified.

mod pretty;

use crate::cli::{
    AnswerFormat, ReceiptsArguments, ReceiptsDeriveArguments, ReceiptsOperation,
    ReceiptsVerifyArguments,
};
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_harness::reporter::json;
use mcp_evidence_reference::receipts::{
    self, Case, CaseError, Derivation, Expectation, Operation, Verdict, Verification, file,
};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Runs the operation and prints its report.
pub(crate) fn run(arguments: &ReceiptsArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    match &arguments.operation {
        ReceiptsOperation::Verify(arguments) => verify(arguments, out),
        ReceiptsOperation::Derive(arguments) => derive(arguments, out),
        ReceiptsOperation::Case(arguments) => {
            let folder = &arguments.folder;
            let Case { operation, expectation } = receipts::read_case(folder)?;
            match operation {
                Operation::Verify => {
                    told(&verified(folder, &expectation)?, folder, AnswerFormat::Json, out)
                }
                Operation::Derive => {
                    let derivation = derived(folder, &expectation.scope)?;
                    written(&derivation, folder, AnswerFormat::Json, out)
                }
            }
        }
    }
}

fn verify(arguments: &ReceiptsVerifyArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let case = case_of(folder)?;
    let scope = scope(&arguments.expected_scope, &case, "--expected-scope")?;
    let mut expectation = case.map_or_else(
        || Expectation { scope: String::new(), launch: false, stop: false, diagnostics: vec![] },
        |case| case.expectation,
    );
    expectation.scope = scope;
    expectation.launch |= arguments.launch;
    expectation.stop |= arguments.stop;
    if let Some(path) = &arguments.diagnostics {
        let retained = receipts::open(path).map_err(CaseError::File)?;
        let found = receipts::diagnostics(retained).map_err(unreadable(path))?;
        expectation.diagnostics.extend(found);
    }
    told(&verified(folder, &expectation)?, folder, arguments.format, out)
}

fn derive(arguments: &ReceiptsDeriveArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let scope = scope(&arguments.scope, &case_of(folder)?, "--scope")?;
    written(&derived(folder, &scope)?, folder, arguments.format, out)
}

/// The folder's case; none where it has no such file.
fn case_of(folder: &Path) -> Result<Option<Case>, Failure> {
    // Where there is no folder, that a file of it is missing says nothing.
    match folder.metadata() {
        Ok(found) if found.is_dir() => {}
        Ok(_) => {
            let text = format!("{} is a file; a capture is a folder", folder.display());
            return Err(Failure::Usage(text));
        }
        Err(source) => return Err(Failure::Read { path: folder.to_owned(), source }),
    }
    match receipts::read_case(folder) {
        Ok(case) => Ok(Some(case)),
        Err(CaseError::File(error)) if error.source.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The scope of the command line, or else that of the case.
fn scope(given: &Option<String>, case: &Option<Case>, option: &str) -> Result<String, Failure> {
    let stated = case.as_ref().map(|case| &case.expectation.scope);
    given.as_ref().or(stated).cloned().ok_or_else(|| {
        Failure::Usage(format!(
            "the folder has no {}; say the scope that the capture was given with {option}",
            file::CASE
        ))
    })
}

fn verified(folder: &Path, expectation: &Expectation) -> Result<Verification, Failure> {
    let [capture, log] = [file::REQUESTS, file::DECISIONS].map(|name| folder.join(name));
    let opened = receipts::open(&capture).map_err(CaseError::File)?;
    let events = receipts::open(&log).map_err(CaseError::File)?;
    receipts::verify(opened, events, expectation).map_err(unreadable(folder))
}

fn derived(folder: &Path, scope: &str) -> Result<Derivation, Failure> {
    let [frames, log] = [file::FRAMES, file::DECISIONS].map(|name| folder.join(name));
    let opened = receipts::open(&frames).map_err(CaseError::File)?;
    let events = receipts::open(&log).map_err(CaseError::File)?;
    receipts::derive(opened, events, scope).map_err(unreadable(folder))
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    let path = path.to_owned();
    move |source| Failure::Read { path, source }
}

fn told(
    verification: &Verification,
    folder: &Path,
    format: AnswerFormat,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    match format {
        AnswerFormat::Pretty => pretty::verification(verification, folder, out)?,
        AnswerFormat::Json => json::write_value(&verification.report(), out)?,
    }
    Ok(Exit::holds(verification.verdict() == Verdict::Accepted))
}

fn written(
    derivation: &Derivation,
    folder: &Path,
    format: AnswerFormat,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    match format {
        AnswerFormat::Pretty => pretty::derivation(derivation, folder, out)?,
        AnswerFormat::Json => json::write_value(&derivation.report(), out)?,
    }
    Ok(Exit::holds(derivation.is_complete()))
}
