import Conversations

/// What the index of words found.
package struct SearchAnswer: Sendable {
    let question: SearchQuestion
    /// `nil` where the disk can't be read.
    let page: SearchPage?
    /// Whether all that this device has was looked through.
    let isWhole: Bool
    /// People whose names begin with what is typed after `from:`.
    let people: [SearchPerson]
}
