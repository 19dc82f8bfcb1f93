//! Stub.

//
