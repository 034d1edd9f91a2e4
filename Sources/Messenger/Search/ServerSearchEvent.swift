/// Looking for messages that the server alone has.
package enum ServerSearchEvent: RoutedEvent {
    case answered(ServerSearchAnswer)
}
