//! What the fuzz targets share: with `cargo fuzz` libFuzzer makes up their input, otherwise they are programs that read
//! the files they are given, so that any compiler checks them and a crash can be looked at without libFuzzer.

use std::process::ExitCode;

#[cfg(fuzzing)]
pub use libfuzzer_sys;

/// A fuzz target: what is done with a text from outside. It panics where something is wrong.
#[macro_export]
macro_rules! target {
    (|$text:ident: &str| $body:block) => {
        #[cfg(fuzzing)]
        $crate::libfuzzer_sys::fuzz_target!(|$text: &str| $body);

        #[cfg(not(fuzzing))]
        fn main() -> std::process::ExitCode {
            $crate::each_file(|$text: &str| $body)
        }
    };
}

/// Runs a target on every file that the command line names. libFuzzer, too, skips what is not UTF-8.
pub fn each_file(target: impl Fn(&str)) -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("name the files to read; `cargo fuzz run TARGET` makes up texts instead");
        return ExitCode::FAILURE;
    }
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => target(text),
                Err(_) => eprintln!("{file}: not UTF-8, skipped"),
            },
            Err(why) => {
                eprintln!("{file}: {why}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
