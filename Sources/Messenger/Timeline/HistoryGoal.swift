/// What is looked for in a chat's past, page by page.
package enum HistoryGoal: Hashable {
    /// The very first message.
    case first
    /// A message that this device doesn't have, and that lies before a place.
    case message(eventID: String, before: Int64)
    /// The first message that was not read.
    ///
    /// - isAsked: whether a person wants to go there, however far that is.
    case unread(isAsked: Bool)
}
