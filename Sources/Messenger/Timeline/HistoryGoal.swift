/// The target of a search through a chat's history, page by page.
package enum HistoryGoal: Hashable {
    /// The very first message.
    case first
    /// A message that this device doesn't have, before a position.
    case message(eventID: String, before: Int64)
    /// The first unread message.
    ///
    /// - isAsked: whether the user wants to go there, however far it is.
    case unread(isAsked: Bool)
}
