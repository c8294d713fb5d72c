//! Canonical form (RFC 8785): recognized where a text already has it, written
//! where it has not.
//!
//! Both ways work on the text and never build a tree of it, so that memory
//! stays a small multiple of the text whatever it holds: a tree of a megabyte
//! of tiny objects takes more than a hundred.
//!
//! [`recognize`] only ever says that a text is canonical. On any doubt it says
//! no, and the [`Rewriter`] takes over: the grammar is then `serde_json`'s, as in
//! [`read`](crate::read), and the numbers are `ryu-js`'s.

mod names;
mod recognize;
mod rewrite;
mod text;

#[cfg(test)]
mod tests;

pub use recognize::recognize;
pub use rewrite::Rewriter;
