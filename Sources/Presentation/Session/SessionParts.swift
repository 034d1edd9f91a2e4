import Engine
import Logging
import MatrixClient
import Messenger
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
        SubjectRouters.register(state: state, effects: effects)
    }
}
