/// The single way in for one type of event: it changes models, calls endpoints and tells handlers, in this order.
@MainActor
protocol EventRouter<Routed> {
    associatedtype Routed: RoutedEvent

    func route(_ event: Routed)
}
