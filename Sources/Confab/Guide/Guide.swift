import Logging
import MatrixAPI
import MatrixClient
import Messenger
import Panes

/// The account that shows a newcomer around. It reads, types and answers over the same protocol as everybody.
final class Guide: Sendable {
    let userID: String
    private let worker: GuideWorker
    /// The actions by which the person shows that they found something: all keys come by here.
    private let telling: Set<String>

    init(client: HomeserverClient, userID: String, person: String, script: GuideScript, logger: Logger) {
        self.userID = userID
        telling = script.finds.reduce(into: []) { $0.formUnion($1.foundBy) }
        worker = GuideWorker(client: client, userID: userID, person: person, script: script, logger: logger)
    }

    /// Makes the chat with the person, lets them in by `join`, and says the first words. Done before, it is not done again.
    func beginChat(join: @escaping @MainActor (String) async throws -> Void) async throws {
        try await worker.beginChat(join: join)
    }

    /// Follows the server until ``stop()``.
    func start() {
        Task { await worker.start() }
    }

    func notice(_ step: OnboardingStep) {
        Task { await worker.notice(step) }
    }

    func notice(_ action: ActionID) {
        guard telling.contains(action.name) else { return }
        Task { await worker.notice(action) }
    }

    /// Names keys as they are bound now.
    func take(_ keys: GuideKeys) {
        Task { await worker.take(keys) }
    }

    /// Says from now on what another script has for the same steps.
    func take(_ script: GuideScript) {
        Task { await worker.take(script) }
    }

    func stop() async {
        await worker.stop()
    }
}
