//! The tests of the verifier through its public face: what holds, and above all what must not.

mod files;
mod walks;
