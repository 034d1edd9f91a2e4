import Logging
import MatrixAPI
import MatrixClient
import Messenger
import Panes

/// The account that introduces the program to a new user. It reads, types and answers by the Matrix
/// protocol like any other user.
final class Guide: Sendable {
    let userID: String
    private let worker: GuideWorker
    /// The names of the actions that show that the user knows a feature. All other actions are ignored.
    private let telling: Set<String>

    init(client: HomeserverClient, userID: String, person: String, script: GuideScript, logger: Logger) {
        self.userID = userID
        telling = script.finds.reduce(into: []) { $0.formUnion($1.foundBy) }
        worker = GuideWorker(client: client, userID: userID, person: person, script: script, logger: logger)
    }

    /// Creates the chat with the user, lets them join by `join`, and sends the first messages. A
    /// repeated call does nothing.
    func beginChat(join: @escaping @MainActor (String) async throws -> Void) async throws {
        try await worker.beginChat(join: join)
    }

    /// Syncs with the server until ``stop()``.
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

    /// Uses the current key bindings in messages.
    func apply(_ keys: GuideKeys) {
        Task { await worker.apply(keys) }
    }

    /// Replaces the script by another with the same steps.
    func replace(_ script: GuideScript) {
        Task { await worker.replace(script) }
    }

    func stop() async {
        await worker.stop()
    }
}
