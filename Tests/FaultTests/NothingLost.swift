import TestTraits
import Testing

/// What was accepted appears once and in order at everyone, or is visibly unsent, whatever breaks. One test after the
/// other: each has three processes of its own.
@Suite(.serialized, .sandboxed) enum NothingLost {}
