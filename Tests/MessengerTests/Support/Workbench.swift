import MatrixClient
import Storage
import ViewModels

@testable import Messenger

/// One account's conversations without a screen, on a homeserver that nobody answers for. Events wait until the queue is opened.
@MainActor
final class Workbench {
    let parts: SessionParts
    let frames: FrameClock
    let events: ScreenEvents
    var didDeed: (Deed) -> Void = { _ in }
    private let hook: DeedHook

    @MainActor
    private final class DeedHook {
        var perform: (Deed) -> Void = { _ in }
    }

    init(clock: FrameClock = FrameClock(), login: AccountLogin? = nil) throws {
        let hook = DeedHook()
        frames = clock
        events = ScreenEvents(clock: clock)
        var surroundings = Surroundings(
            // Nobody waits here: what is due at once is done, and nothing else.
            now: { Story.noon }, after: { delay, body in if delay == 0 { body() } }, quit: {},
            didDeed: { hook.perform($0) })
        surroundings.login = login
        parts = SessionParts(
            account: Account(userID: Story.ana, displayName: "Ana", deviceID: "A"),
            database: try ProfileDatabase.inMemory(),
            client: HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock")), events: events,
            surroundings: surroundings, logger: HomeserverClient.silentLogger)
        parts.addRouters()
        self.hook = hook
        hook.perform = { [weak self] in self?.didDeed($0) }
    }

    /// Returns once the disk has answered all that it was asked.
    func answered() async { await parts.disk.answered() }

    var database: ProfileDatabase { parts.database }
    var models: SessionModels { parts.models }
    var queue: EventQueue { parts.queue }
    var tasks: TaskSet { parts.tasks }
    var surroundings: Surroundings { parts.surroundings }
}
