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
    var willRoute: @MainActor () -> Void = {}
    /// Called after the events that were posted from outside of a router, and all that followed from them at once.
    var settled: @MainActor () -> Void = {}

    package init() {}

    /// Registers a router for the events of its type.
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
            willRoute()
            route(event)
            drain()
            settled()
        case .filling, .open:
            waiting.append { [unowned self] in route(event) }
        }
    }

    /// Starts routing; events posted before come first.
    func open() {
        guard state == .filling else { return }
        state = .open
        isRouting = true
        defer { isRouting = false }
        drain()
        settled()
    }

    /// Stops routing and drops the waiting events.
    func close() {
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
protocol EventRouter<Routed> {
    associatedtype Routed: RoutedEvent

    func route(_ event: Routed)
}

/// The router of a subject: it changes the state, then calls endpoints and archives.
@MainActor
protocol SubjectRouter<Routed>: EventRouter {
    var state: SessionState { get }
    var effects: Effects { get }

    init(state: SessionState, effects: Effects)
}

extension SubjectRouter {
    var queue: EventQueue { effects.queue }
    var environment: SessionEnvironment { effects.environment }
    var openTimeline: OpenTimeline { OpenTimeline(state: state, archive: effects.timelineArchive) }
}

/// The routers of all subjects.
@MainActor
enum SubjectRouters {
    private static let all: [any SubjectRouter.Type] = [
        ChatDetailsEventRouter.self,
        ChatEventRouter.self,
        ChatListEventRouter.self,
        ChatTaskEventRouter.self,
        CommandEventRouter.self,
        CompletionEventRouter.self,
        ComposerEventRouter.self,
        ConnectionEventRouter.self,
        ContactEventRouter.self,
        CreateChatEventRouter.self,
        DayEventRouter.self,
        DevicesEventRouter.self,
        EditContactEventRouter.self,
        EncryptionEventRouter.self,
        FileListEventRouter.self,
        HistoryEventRouter.self,
        JoinEventRouter.self,
        JumpEventRouter.self,
        KnockEventRouter.self,
        LoginEventRouter.self,
        MediaEventRouter.self,
        MessageActionEventRouter.self,
        MessageInfoEventRouter.self,
        MissingChatEventRouter.self,
        NavigationEventRouter.self,
        NoticeEventRouter.self,
        OutboxEventRouter.self,
        OutboxRequestEventRouter.self,
        PictureEventRouter.self,
        PollEventRouter.self,
        ReadMarkerEventRouter.self,
        RoomDirectoryEventRouter.self,
        ScriptEventRouter.self,
        SearchContextEventRouter.self,
        SearchEventRouter.self,
        SecurityEventRouter.self,
        ServerSearchEventRouter.self,
        SettingsEventRouter.self,
        ShareEventRouter.self,
        SpaceEventRouter.self,
        SpellingEventRouter.self,
        SyncEventRouter.self,
        ThreadEventRouter.self,
        TimelineEventRouter.self,
        TrustEventRouter.self,
        UndoEventRouter.self,
        VerificationEventRouter.self,
    ]

    /// Registers each router for its events.
    static func register(state: SessionState, effects: Effects) {
        for router in all { add(router, state, effects) }
    }

    private static func add<Router: SubjectRouter>(
        _ router: Router.Type, _ state: SessionState, _ effects: Effects
    ) {
        effects.queue.add(router.init(state: state, effects: effects))
    }
}
