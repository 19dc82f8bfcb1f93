//! Who may use the file: one process at a time, and only the user it runs as.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::store::StoreError;

/// The right to use a store's file. It ends with the process, however that ends.
pub(super) struct Lock {
    // A file of its own: closing another handle of the database would end SQLite's own locks.
    _file: File,
}

impl Lock {
    /// Takes the lock, and makes an empty file for the database if there is none.
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        let cannot = |what: &str, why: &dyn std::fmt::Display| {
            StoreError::Unavailable(format!("cannot {what} `{}`: {why}", path.display()))
        };
        let file = open(&beside(path, "-lock")).map_err(|error| cannot("lock", &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(cannot(
                    "open",
                    &"another server is using it; stop that one, choose another folder with `--data FOLDER`, or let both \
                      share their rooms with `--redis URL`",
                ));
            }
            // Some network drives cannot lock files.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                tracing::warn!(%error, "cannot lock the store; let no second server use it");
            }
            Err(TryLockError::Error(error)) => return Err(cannot("lock", &error)),
        }
        if !path.exists() {
            open(path).map_err(|error| cannot("open", &error))?;
        }
        Ok(Lock { _file: file })
    }
}

/// Lets nobody but its user read or write the database.
pub(super) fn hide(path: &Path) {
    for end in ["", "-wal", "-shm", "-lock"] {
        let path = beside(path, end);
        if let Err(error) = hide_file(&path) {
            tracing::warn!(path = %path.display(), %error, "other users may read the store");
        }
    }
}

/// The path of a file that belongs to the database.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Opens a file, or makes one that only its user can read. One that cannot be written is enough.
fn open(path: &Path) -> std::io::Result<File> {
    match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(path)
        }
        opened => opened,
    }
}

/// Takes the rights of other users away, if the file is there. SQLite makes its other files like the first.
#[cfg(unix)]
fn hide_file(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = match std::fs::metadata(path) {
        Ok(file) => file.permissions().mode(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if mode & 0o077 == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o700))
}

#[cfg(not(unix))]
fn hide_file(_path: &Path) -> std::io::Result<()> {
    Ok(())
}
