//! `tedomari completions` and `tedomari man`: what shells and `man` know about the command.

use crate::ending::Ending;
use crate::{command_line, files, output};
use anyhow::Context;
use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man as Page;
use std::io::Write;
use std::path::PathBuf;

const SHELLS: &str = "\
Examples:
  tedomari completions bash > ~/.local/share/bash-completion/completions/tedomari
  tedomari completions zsh > _tedomari
  tedomari completions fish > ~/.config/fish/completions/tedomari.fish";

/// Print the completion script for a shell
#[derive(Args)]
#[command(after_help = SHELLS)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// Write the manual pages of all commands into a folder
#[derive(Args)]
#[command(after_help = "Examples:\n  tedomari man pages\n  man pages/tedomari-solve.1")]
pub(crate) struct Man {
    /// The folder
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn run(arguments: &Completions) -> anyhow::Result<Ending> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command_line(), "tedomari", &mut text);
    output::stdout().write_all(&text)?;
    Ok(Ending::Complete)
}

pub(crate) fn write_pages(Man { folder }: &Man) -> anyhow::Result<Ending> {
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let mut command = command_line();
    command.build();
    let mut commands = vec![command];
    let mut pages = Vec::new();
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands().filter(|inner| inner.get_name() != "help").cloned());
        let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
        let mut page = Vec::new();
        Page::new(command).render(&mut page)?;
        pages.push((folder.join(format!("{name}.1")), page));
    }
    files::write_files(&pages)?;
    Ok(Ending::Complete)
}
