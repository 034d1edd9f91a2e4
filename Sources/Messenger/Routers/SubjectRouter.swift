import Engine

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
package enum SubjectRouters {
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
    package static func register(state: SessionState, effects: Effects) {
        for router in all { add(router, state, effects) }
    }

    private static func add<Router: SubjectRouter>(
        _ router: Router.Type, _ state: SessionState, _ effects: Effects
    ) {
        effects.queue.add(router.init(state: state, effects: effects))
    }
}
