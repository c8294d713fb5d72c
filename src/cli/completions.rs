//! The arguments of `completions`.

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
#[command(after_help = "As in:\n  mcp-evidence completions bash > \
    ~/.local/share/bash-completion/completions/mcp-evidence\n  mcp-evidence completions zsh > \
    ~/.zfunc/_mcp-evidence\n  mcp-evidence completions fish > \
    ~/.config/fish/completions/mcp-evidence.fish")]
pub(crate) struct CompletionsArguments {
    /// The shell that reads them
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}
