/// Delivers events from anywhere to their routers, one at a time and in order of arrival.
@MainActor
package final class EventQueue {
    private enum State { case filling, open, closed }

    /// The destination of all events of one type.
    private final class Route<Routed> {
        let take: @MainActor (Routed) -> Void

        init(take: @escaping @MainActor (Routed) -> Void) {
            self.take = take
        }
    }

    private var state = State.filling
    private var routes: [ObjectIdentifier: AnyObject] = [:]
    private var waiting: [@MainActor () -> Void] = []
    private var isRouting = false
    /// Called before an event that was posted from outside of a router is routed.
    package var willRoute: @MainActor () -> Void = {}
    /// Called after the events that were posted from outside of a router, and all that followed from them at once.
    package var settled: @MainActor () -> Void = {}

    package init() {}

    /// Registers a router for the events of its type.
    package func add<Router: EventRouter>(_ router: Router) {
        let type = ObjectIdentifier(Router.Routed.self)
        assert(routes[type] == nil, "\(Router.Routed.self) has a router already")
        routes[type] = Route<Router.Routed> { router.route($0) }
    }

    package func post<Routed: RoutedEvent>(_ event: Routed) {
        switch state {
        case .closed: return
        case .open where !isRouting:
            isRouting = true
            defer { isRouting = false }
            willRoute()
            route(event)
            drain()
            settled()
        case .filling, .open:
            waiting.append { [unowned self] in route(event) }
        }
    }

    /// Starts routing; events posted before come first.
    package func open() {
        guard state == .filling else { return }
        state = .open
        isRouting = true
        defer { isRouting = false }
        drain()
        settled()
    }

    /// Stops routing and drops the waiting events.
    package func close() {
        state = .closed
        routes = [:]
        waiting = []
    }

    private func route<Routed: RoutedEvent>(_ event: Routed) {
        guard let route = routes[ObjectIdentifier(Routed.self)] as? Route<Routed> else {
            return assertionFailure("No router takes \(Routed.self): SubjectRouters names all")
        }
        route.take(event)
    }

    private func drain() {
        var next = 0
        while state == .open, next < waiting.count {
            waiting[next]()
            next += 1
        }
        waiting = []
    }
}

extension EventQueue: Equatable {
    /// Whether both are the same queue.
    package nonisolated static func == (left: EventQueue, right: EventQueue) -> Bool { left === right }
}

/// An event or a command of one subject: an enum that one ``EventRouter`` handles.
package protocol RoutedEvent: Sendable {}

/// The single entry point for one type of event.
@MainActor
package protocol EventRouter<Routed> {
    associatedtype Routed: RoutedEvent

    func route(_ event: Routed)
}
