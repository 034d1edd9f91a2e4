import TestTraits
import Testing

/// The tests that every accepted line appears exactly once and in order for everyone, or is visibly unsent, under
/// any fault. The tests run serially, because each has three processes of its own.
@Suite(.serialized, .sandboxed) enum NothingLost {}
