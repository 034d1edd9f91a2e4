import Conversations

/// What the index of words found.
package struct SearchAnswer: Sendable {
    let question: SearchQuestion
    /// `nil` where the disk can't be read.
    let page: SearchPage?
    /// Whether all that this device has was looked through.
    let isWhole: Bool
    /// What the server may know besides; `nil` where it isn't to be asked.
    let elsewhere: ServerSearchQuestion?
    /// People whose names begin with what is typed after `from:`.
    let people: [SearchPerson]
}
