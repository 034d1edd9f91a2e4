package import Conversations

/// Events of searching the messages on this device.
package enum SearchEvent: RoutedEvent {
    /// - again: whether to restore the search as it was when a result was opened.
    case opened(again: Bool = false)
    /// - isImposed: whether a selected suggestion replaces the typed text.
    case typing(String, isImposed: Bool = false)
    /// Switches between the open chat and all chats.
    case turned
    /// The last rows are in view, so the next page is needed.
    case more
    /// Recalls an earlier search.
    case recalled
    case answered(SearchAnswer)
    /// - text: the search text of another account's screen, if the row was chosen there.
    case chosen(SearchHit, text: String? = nil)
    /// The recent searches of earlier runs, the latest first.
    case remembered([String])
    /// The index has new messages.
    case tookIn
}
