/// The single entry point for one type of event: it changes models, calls endpoints and notifies
/// handlers, in this order.
@MainActor
protocol EventRouter<Routed> {
    associatedtype Routed: RoutedEvent

    func route(_ event: Routed)
}
