import Conversations
import Storage

/// Has the homeserver told what was read, at most once a second in a chat. What is to be told is on disk before it is tried,
/// and tried until the server knows it.
@MainActor
final class ReadMarkerEndpoint {
    private let outbox: OutboxEndpoint
    private let store: OutboxStore
    private let tasks: TaskSet
    private let queue: EventQueue
    private let environment: SessionEnvironment
    /// The newest that waits for its second, by chat; present while a second runs.
    private var waiting: [String: String?] = [:]

    init(outbox: OutboxEndpoint, store: OutboxStore, tasks: TaskSet, queue: EventQueue, environment: SessionEnvironment)
    {
        self.outbox = outbox
        self.store = store
        self.tasks = tasks
        self.queue = queue
        self.environment = environment
    }

    func read(eventID: String, chatID: String) {
        guard waiting[chatID] == nil else {
            waiting[chatID] = .some(eventID)
            return
        }
        waiting[chatID] = .some(nil)
        tell(eventID, chatID: chatID)
        environment.after(1_000) { [weak self] in self?.secondPassed(chatID: chatID) }
    }

    private func secondPassed(chatID: String) {
        let newest = waiting.removeValue(forKey: chatID) ?? nil
        if let newest { read(eventID: newest, chatID: chatID) }
    }

    private func tell(_ eventID: String, chatID: String) {
        let receipt = PendingReceipt(eventID: eventID, chatID: chatID)
        tasks.run { [store, outbox, queue] in
            do {
                try await store.keep(receipt)
            } catch {
                await queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
                return
            }
            await outbox.send(.receipt(receipt))
        }
    }
}
