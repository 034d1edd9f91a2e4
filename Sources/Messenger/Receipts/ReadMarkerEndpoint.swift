import Conversations
import Storage

/// Sends read receipts to the homeserver, at most one a second for each chat. A receipt is stored on disk before the
/// first try, and is retried until the server has it.
@MainActor
final class ReadMarkerEndpoint {
    private let outbox: OutboxEndpoint
    private let store: OutboxStore
    private let disk: DiskQueue
    private let environment: SessionEnvironment
    /// The newest receipt that waits for the next second, by chat. The key exists while the second runs.
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

    /// Stores the waiting receipts on disk, so that the next session sends them.
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
