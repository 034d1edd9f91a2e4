import MatrixCrypto
import Storage

@testable import Engine

/// A device with active verifications, and the state that its screen would show.
@MainActor
final class Verifier {
    nonisolated let device: Device
    nonisolated let endpoint: VerificationEndpoint
    nonisolated let clock = DayClock()
    private(set) var states: [VerificationTransaction: VerificationState] = [:]
    private(set) var failures = 0
    private let queue = EventQueue()
    private var running: Task<Void, Never>?

    /// Receives the events of a ``VerificationEndpoint``.
    @MainActor
    private struct LongPollListener: EventRouter {
        unowned let device: Verifier

        func route(_ event: VerificationEvent) {
            switch event {
            case .changed(let verification, _), .replaced(_, let verification):
                device.states[verification.transaction] = verification.state
            case .failed: device.failures += 1
            case .asking, .opened, .dismissed, .decided, .left: break
            }
        }
    }

    init(_ device: Device) {
        guard let encryption = device.encryption else { preconditionFailure("it has no keys") }
        self.device = device
        endpoint = VerificationEndpoint(
            client: device.person.client, encryption: encryption, queue: queue, clock: clock.loopClock,
            requestText: "verifies")
        queue.add(LongPollListener(device: self))
        queue.open()
        running = Task { [endpoint] in await endpoint.run() }
    }

    /// The verifications that are active or requested.
    var going: Set<VerificationTransaction> { Set(states.filter { !$0.value.isOver }.keys) }

    var isAsked: Bool {
        states.values.contains { state in if case .asked = state { true } else { false } }
    }

    /// The emoji or numbers to compare on screen.
    var compared: ComparedString? {
        for case .comparing(let string) in states.values { return string }
        return nil
    }

    /// Processes the server's pending events.
    nonisolated func hear() async throws {
        let response = try await device.person.sync(since: try device.database.sync.token())
        let opened = try await device.encryption?.process([response]) ?? DecryptedEvents()
        try await device.keep(response, opened)
        endpoint.handle([response], opened)
        for arrived in try await device.encryption?.openArrived() ?? [] {
            endpoint.handle(arrived.events, chatID: arrived.chatID)
        }
    }

    func stop() {
        running?.cancel()
        queue.close()
    }
}
