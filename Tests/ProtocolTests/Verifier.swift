import MatrixCrypto
import Storage

@testable import Messenger

/// A device whose verifications go on, and what its screen would be told of them.
@MainActor
final class Verifier {
    nonisolated let device: Device
    nonisolated let endpoint: VerificationEndpoint
    nonisolated let clock = DayClock()
    private(set) var states: [VerificationTransaction: VerificationState] = [:]
    private(set) var failures = 0
    private let queue = EventQueue()
    private var running: Task<Void, Never>?

    /// Takes what a ``VerificationEndpoint`` says.
    @MainActor
    private struct Ear: EventRouter {
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
            client: device.person.client, encryption: encryption, queue: queue, clock: clock.loopClock)
        queue.add(Ear(device: self))
        queue.open()
        running = Task { [endpoint] in await endpoint.run() }
    }

    /// What goes on, or is asked.
    var going: Set<VerificationTransaction> { Set(states.filter { !$0.value.isOver }.keys) }

    var isAsked: Bool {
        states.values.contains { state in if case .asked = state { true } else { false } }
    }

    /// What is on screen to be compared.
    var compared: ComparedString? {
        for case .comparing(let string) in states.values { return string }
        return nil
    }

    /// What the server has.
    nonisolated func hear() async throws {
        let response = try await device.person.sync(since: try device.database.sync.token())
        let opened = try await device.encryption?.take([response]) ?? OpenedEvents()
        try await device.keep(response, opened)
        endpoint.hear([response], opened)
        for arrived in try await device.encryption?.openArrived() ?? [] {
            endpoint.hear(arrived.events, chatID: arrived.chatID)
        }
    }

    func stop() {
        running?.cancel()
        queue.close()
    }
}
