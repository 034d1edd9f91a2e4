import Conversations

/// The result of a query to the search index.
package struct SearchAnswer: Sendable {
    let question: SearchQuestion
    /// The found messages; `nil` if the disk can't be read.
    let page: SearchPage?
    /// Whether the index covers all messages on this device.
    let isWhole: Bool
    /// The query for messages that only the server has; `nil` if it isn't needed.
    let elsewhere: ServerSearchQuestion?
    /// The people whose names begin with the text after `from:`.
    let people: [SearchPerson]
}
