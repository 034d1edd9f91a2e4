import Conversations
import Storage

/// Has the homeserver told what was read, at most once a second in a chat. What is to be told is on disk before it is tried,
/// and tried until the server knows it.
@MainActor
final class ReadMarkerEndpoint {
    private let outbox: OutboxEndpoint
    private let store: OutboxStore
    private let disk: DiskQueue
    private let environment: SessionEnvironment
    /// The newest that waits for its second, by chat; present while a second runs.
    private var waiting: [String: String?] = [:]

    init(outbox: OutboxEndpoint, store: OutboxStore, disk: DiskQueue, environment: SessionEnvironment) {
        self.outbox = outbox
        self.store = store
        self.disk = disk
        self.environment = environment
    }

    func read(eventID: String, chatID: String) {
        guard !Chat.isImported(chatID) else { return }
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

    /// Has the disk keep what waits for its second: the next session tells it.
    func finish() {
        for (chatID, newest) in waiting {
            if let newest { tell(newest, chatID: chatID) }
        }
        waiting = [:]
    }

    private func tell(_ eventID: String, chatID: String) {
        let receipt = PendingReceipt(eventID: eventID, chatID: chatID)
        disk.attempt { [store, outbox] in
            try await store.keep(receipt)
            await outbox.send(.receipt(receipt))
        }
    }
}
