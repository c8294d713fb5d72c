//! SIGINT and SIGTERM: the first stops what runs in an orderly way, the second
//! ends this program at once.

use mcp_evidence_harness::interrupt::Cause;
use mcp_evidence_harness::{Interrupt, exit};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

static SWITCH: OnceLock<Interrupt> = OnceLock::new();

/// The switch that both signals throw from now on. Whoever asks for it must look
/// at it: nothing else ends this program at the first signal any more.
///
/// At the second one the supervisors still end the candidates, as they do
/// whenever the harness goes; a private folder may be left.
pub(crate) fn interrupt() -> io::Result<Interrupt> {
    if let Some(switch) = SWITCH.get() {
        return Ok(switch.clone());
    }
    let switch = Interrupt::new()?;
    let thrown = Arc::new(AtomicBool::new(false));
    for (signal, number) in [(SIGINT, 2), (SIGTERM, 15)] {
        // In the order in which they are to happen.
        let code = i32::from(exit::SIGNAL) + signal;
        flag::register_conditional_shutdown(signal, code, Arc::clone(&thrown))?;
        flag::register(signal, Arc::clone(&thrown))?;
        flag::register_usize(signal, switch.number(), number)?;
        low_level::pipe::register(signal, switch.waker()?)?;
    }
    Ok(SWITCH.get_or_init(|| switch).clone())
}

/// Whether one of them has come.
pub(crate) fn stopped() -> Option<Cause> {
    SWITCH.get().and_then(Interrupt::cause)
}
