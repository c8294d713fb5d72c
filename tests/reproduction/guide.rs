pub(crate) fn trials() -> Vec<libtest_mimic::Trial> { Vec::new() }
