import MatrixClient
import Storage
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// The conversations of one account without a screen, with a homeserver that doesn't respond. Events wait until the
/// queue is opened.
@MainActor
final class Workbench {
    let parts: SessionParts
    let frames: FrameClock
    let events: ScreenEvents
    var didCompleteStep: (OnboardingStep) -> Void = { _ in }
    private let hook: StepHook

    @MainActor
    private final class StepHook {
        var perform: (OnboardingStep) -> Void = { _ in }
        var now = Story.noon
    }

    /// The current time; Story.noon at first.
    var now: Int64 {
        get { hook.now }
        set { hook.now = newValue }
    }

    init(
        clock: FrameClock = FrameClock(), login: AccountLogin? = nil, encrypts: Bool = false,
        media: MediaDirectories? = nil,
        pictures: PictureRenderer? = nil
    ) throws {
        let hook = StepHook()
        frames = clock
        events = ScreenEvents(clock: clock)
        var environment = SessionEnvironment(
            // Only timers without a delay fire, at once.
            now: { hook.now }, after: { delay, body in if delay == 0 { body() } }, quit: {},
            didCompleteStep: { hook.perform($0) })
        environment.login = login
        environment.media = media
        environment.pictures = pictures
        if encrypts { environment.sealingKey = { nil } }
        parts = SessionParts(
            account: Account(userID: Story.ana, displayName: "Ana", deviceID: "A"),
            database: try ProfileDatabase.inMemory(),
            client: HomeserverClient(homeserver: .unixSocket(path: "/nowhere/confab.sock")), events: events,
            environment: environment, logger: HomeserverClient.silentLogger)
        parts.addRouters()
        self.hook = hook
        hook.perform = { [weak self] in self?.didCompleteStep($0) }
    }

    /// Returns once the disk has answered all requests.
    func answered() async { await parts.effects.disk.answered() }

    /// Returns once all writes are on disk, and their events are posted.
    func kept() async { await parts.effects.disk.settle() }

    var database: ProfileDatabase { parts.effects.parts.database }
    var state: SessionState { parts.state }
    var queue: EventQueue { parts.queue }
    var tasks: TaskSet { parts.effects.tasks }
    var environment: SessionEnvironment { parts.environment }
}
