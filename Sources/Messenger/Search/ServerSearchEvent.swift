/// Events of searching messages that only the server has.
package enum ServerSearchEvent: RoutedEvent {
    /// The user confirmed to query the server.
    case wanted
    case answered(ServerSearchAnswer)
}
