package import Conversations

/// Events of the messages around a search result.
package enum SearchSurroundingsEvent: RoutedEvent {
    /// - hit: the result; `nil` if the selected row is not a result.
    case chosen(SearchHit?)
    case answered(SearchSurroundings)
}
