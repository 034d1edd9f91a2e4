/// Looking for messages that the server alone has.
package enum ServerSearchEvent: RoutedEvent {
    /// Somebody wants the server to be asked what is looked for.
    case wanted
    case answered(ServerSearchAnswer)
}
