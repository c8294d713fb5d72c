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

# Licences, bans, sources
deny:
    cargo deny check bans licenses sources

# Mutants of the stage files that nobody declared; the corpora are the tests
mutants:
    cargo mutants --package mcp-evidence-reference
