//! The server without a browser. One program has all tests: each program would be compiled and linked apart.

mod endpoints;
mod fuzz;
mod guard;
mod jobs;
mod support;
