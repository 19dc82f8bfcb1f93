//! The binary `agon`: the library's command line with the games that are built in.

use std::process::ExitCode;

fn main() -> ExitCode {
    agon::main()
}
