/// Takes events from anywhere and gives each to its router, one at a time and in order of arrival.
@MainActor
package final class EventQueue {
    private enum State { case filling, open, closed }

    /// Where the events of one type go.
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

    package init() {}

    /// Events of the router's type go to it from now on.
    func add<Router: EventRouter>(_ router: Router) {
        let type = ObjectIdentifier(Router.Routed.self)
        assert(routes[type] == nil, "\(Router.Routed.self) has a router already")
        routes[type] = Route<Router.Routed> { router.route($0) }
    }

    func post<Routed: RoutedEvent>(_ event: Routed) {
        switch state {
        case .closed: return
        case .open where !isRouting:
            isRouting = true
            defer { isRouting = false }
            route(event)
            drain()
        case .filling, .open:
            waiting.append { [unowned self] in route(event) }
        }
    }

    /// From now on events are routed; what was posted before comes first.
    func open() {
        guard state == .filling else { return }
        state = .open
        isRouting = true
        defer { isRouting = false }
        drain()
    }

    /// Nothing is routed any more.
    func close() {
        state = .closed
        routes = [:]
        waiting = []
    }

    private func route<Routed: RoutedEvent>(_ event: Routed) {
        guard let route = routes[ObjectIdentifier(Routed.self)] as? Route<Routed> else {
            return assertionFailure("No router takes \(Routed.self): SessionParts.addRouters() names all")
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
