package import Conversations

/// Looking for messages among all that this device has.
package enum SearchEvent: RoutedEvent {
    /// - again: as it was when somebody went to what it had found.
    case opened(again: Bool = false)
    /// - isImposed: a candidate of what is typed takes its place.
    case typing(String, isImposed: Bool = false)
    /// From the open chat to all, and back.
    case turned
    /// The last rows are in view.
    case more
    /// What was looked for before this.
    case recalled
    case answered(SearchAnswer)
    /// - text: what the search on another account's screen looked for, where the row was chosen there.
    case chosen(SearchHit, text: String? = nil)
    /// What was looked for in earlier runs, the last one first.
    case remembered([String])
    /// More can be found than before.
    case tookIn
}
