import Logging
import MatrixAPI
import MatrixClient
import Messenger

/// The account that shows a newcomer around. It reads, types and answers over the same protocol as everybody.
final class Guide: Sendable {
    let userID: String
    private let worker: GuideWorker

    init(client: HomeserverClient, userID: String, person: String, script: GuideScript, logger: Logger) {
        self.userID = userID
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

    /// Names keys as they are bound now.
    func take(_ keys: GuideKeys) {
        Task { await worker.take(keys) }
    }

    func stop() async {
        await worker.stop()
    }
}
