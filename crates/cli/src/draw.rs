//! Pictures as files: SVG for pages, PNG for programs without SVG, TikZ for papers.

use crate::files;
use clap::Args;
use std::path::PathBuf;
use tedomari::pictures::Picture;

/// The files that a picture is written to.
#[derive(Args, Clone)]
pub(crate) struct Pictures {
    /// Write the picture to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture to this file as PNG
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the picture to this file as TikZ, for LaTeX
    #[arg(long, value_name = "FILE")]
    tikz: Option<PathBuf>,
}

impl Pictures {
    /// The files that are asked for.
    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        #[cfg(feature = "png")]
        let png = self.png.iter();
        #[cfg(not(feature = "png"))]
        let png = [].iter();
        png.chain(&self.svg).chain(&self.tikz)
    }

    /// Is a picture asked for?
    pub(crate) fn are_wanted(&self) -> bool {
        self.paths().next().is_some()
    }

    /// Returns an error if a file cannot be written. Long computations check this before they start.
    pub(crate) fn ensure_writable(&self) -> anyhow::Result<()> {
        self.paths().try_for_each(|path| files::ensure_writable(path))
    }

    /// The files of a picture, which [`files::write_files`] writes.
    pub(crate) fn files(&self, picture: &Picture) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
        let mut files = Vec::new();
        #[cfg(feature = "png")]
        if let Some(path) = &self.png {
            files.push((path.clone(), picture.png()?));
        }
        files.extend(self.svg.iter().map(|path| (path.clone(), picture.svg().into_bytes())));
        files.extend(self.tikz.iter().map(|path| (path.clone(), picture.tikz().into_bytes())));
        Ok(files)
    }

    /// Writes a picture to the files.
    pub(crate) fn write(&self, picture: &Picture) -> anyhow::Result<()> {
        files::write_files(&self.files(picture)?)
    }
}
