package import Conversations

/// Looking for messages among all that this device has.
package enum SearchEvent: RoutedEvent {
    case opened
    case typing(String)
    /// From the open chat to all, and back.
    case turned
    /// The last rows are in view.
    case more
    /// What was looked for before this.
    case recalled
    /// A candidate of what is typed takes its place.
    case completed(String)
    case answered(SearchAnswer)
    case chosen(SearchHit)
    /// More can be found than before.
    case tookIn
}
