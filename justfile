# Common tasks, one word each. Without `just`, the recipes are the commands.

# What must hold before a change lands, without the installing of `.ci/run`
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --quiet
    cargo test
    cargo run --release --quiet -- generate --check

# The main job
main:
    cargo run --release

# Write every corpus anew
regenerate:
    cargo run --release -- generate

# Which vector can tell which rule
adequacy:
    cargo run --release -- adequacy --suite privileged-mcp-action-v0-rules

# Speed against the floor, peak memory, and what a run costs
bench:
    cargo bench --bench ratios
    cargo bench --bench runs

# Each fuzz target for ten minutes, from the vectors on
fuzz:
    fuzz/seed.sh
    cargo +nightly fuzz run container -- -max_total_time=600 -max_len=65536
    cargo +nightly fuzz run json -- -max_total_time=600 -max_len=65536
    cargo +nightly fuzz run verify -- -max_total_time=600 -max_len=65536

# Licences, bans, sources
deny:
    cargo deny check bans licenses sources

# Mutants of the stage files that nobody declared; the corpora are the tests
mutants:
    cargo mutants --package mcp-evidence-reference
