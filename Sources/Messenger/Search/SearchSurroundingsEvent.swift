package import Conversations

/// What stands around a message that was found.
package enum SearchSurroundingsEvent: RoutedEvent {
    /// - hit: `nil` where the chosen row is none.
    case chosen(SearchHit?)
    case answered(SearchSurroundings)
}
