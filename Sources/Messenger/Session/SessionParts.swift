import Logging
import MatrixClient
import Storage
import ViewModels

/// The state of an account, all that acts on it and all that shows it, made once.
@MainActor
struct SessionParts {
    let state: SessionState
    let effects: Effects
    let screen: ScreenParts
    let handlers: SessionHandlers

    init(
        account: Account, database: ProfileDatabase, client: HomeserverClient, events: ScreenEvents,
        environment: SessionEnvironment, logger: Logger
    ) {
        state = SessionState(account: account)
        effects = Effects(
            state: state, database: database, client: client, environment: environment, logger: logger)
        screen = ScreenParts(state: state, events: events, queue: effects.queue, environment: environment)
        handlers = SessionHandlers(screen)
        state.day.begin(at: environment.now())
        state.pictures.use(environment.pictures?.means())
    }

    var environment: SessionEnvironment { effects.environment }
    var queue: EventQueue { effects.queue }

    /// Returns all chats to go to, as rows of a list.
    func rowsToGoTo() -> [FuzzyListRowViewModel] { GoToViewModelBuilder(screen).build(queue).rows }

    /// Registers the router of each subject, and the handlers that show what the routers changed.
    func addRouters() {
        queue.willRoute = { [handlers, events = screen.events] in
            if events.isAnswering { handlers.catchUp() }
        }
        queue.settled = { [state, handlers, environment] in
            // A computer that sleeps at midnight fires no timer.
            let now = environment.now()
            if now >= state.day.end { state.day.begin(at: now) }
            handlers.stateChanged(state.takeChanges())
        }
        add(ChatEventRouter.self)
        add(MissingChatEventRouter.self)
        add(ChatDetailsEventRouter.self)
        add(ChatListEventRouter.self)
        add(ChatTaskEventRouter.self)
        add(CommandEventRouter.self)
        add(CompletionEventRouter.self)
        add(ComposerEventRouter.self)
        add(ConnectionEventRouter.self)
        add(ContactEventRouter.self)
        add(CreateChatEventRouter.self)
        add(DayEventRouter.self)
        add(DevicesEventRouter.self)
        add(EditContactEventRouter.self)
        add(EncryptionEventRouter.self)
        add(HistoryEventRouter.self)
        add(JoinEventRouter.self)
        add(KnockEventRouter.self)
        add(LoginEventRouter.self)
        add(MediaEventRouter.self)
        add(MessageActionEventRouter.self)
        add(NavigationEventRouter.self)
        add(NoticeEventRouter.self)
        add(OutboxEventRouter.self)
        add(OutboxRequestEventRouter.self)
        add(PictureEventRouter.self)
        add(PollEventRouter.self)
        add(ReadMarkerEventRouter.self)
        add(RoomDirectoryEventRouter.self)
        add(FileListEventRouter.self)
        add(ScriptEventRouter.self)
        add(SearchEventRouter.self)
        add(SearchContextEventRouter.self)
        add(SpellingEventRouter.self)
        add(SecurityEventRouter.self)
        add(ServerSearchEventRouter.self)
        add(SettingsEventRouter.self)
        add(ShareEventRouter.self)
        add(SpaceEventRouter.self)
        add(MessageInfoEventRouter.self)
        add(SyncEventRouter.self)
        add(ThreadEventRouter.self)
        add(TimelineEventRouter.self)
        add(TrustEventRouter.self)
        add(UndoEventRouter.self)
        add(VerificationEventRouter.self)
        add(JumpEventRouter.self)
    }

    private func add<Router: SubjectRouter>(_ router: Router.Type) {
        queue.add(Router(state: state, effects: effects))
    }
}
