package import Conversations
import MatrixClient
package import Storage

/// Sends read receipts to the homeserver, at most one a second for each chat. A receipt is stored on disk before the
/// first try, and is retried until the server accepts or refuses it.
@MainActor
package final class ReadMarkerEndpoint {
    private let outbox: OutboxEndpoint
    private let store: OutboxStore
    private let disk: DiskQueue
    private let environment: EngineEnvironment
    /// The newest receipt that waits until a second has passed since the last one, by chat. The key exists during that
    /// second.
    private var waiting: [String: String?] = [:]

    package init(outbox: OutboxEndpoint, store: OutboxStore, disk: DiskQueue, environment: EngineEnvironment) {
        self.outbox = outbox
        self.store = store
        self.disk = disk
        self.environment = environment
    }

    package func read(eventID: String, chatID: String) {
        guard !Chat.isImported(chatID) else { return }
        guard waiting[chatID] == nil else {
            waiting[chatID] = .some(eventID)
            return
        }
        waiting[chatID] = .some(nil)
        send(eventID, chatID: chatID)
        environment.after(1_000) { [weak self] in self?.secondPassed(chatID: chatID) }
    }

    private func secondPassed(chatID: String) {
        let newest = waiting.removeValue(forKey: chatID) ?? nil
        if let newest { read(eventID: newest, chatID: chatID) }
    }

    /// Stores the waiting receipts on disk, so that the next session sends them.
    package func finish() {
        for (chatID, newest) in waiting {
            if let newest { send(newest, chatID: chatID) }
        }
        waiting = [:]
    }

    private func send(_ eventID: String, chatID: String) {
        let receipt = PendingReceipt(eventID: eventID, chatID: chatID)
        disk.attempt { [store, outbox] in
            try await store.save(receipt)
            await outbox.send(.receipt(receipt))
        }
    }
}

/// Sends the account's read receipts in threads: only the newest of each thread, retried until the server accepts or
/// refuses it, or the program ends.
@MainActor
package final class ThreadReceiptEndpoint {
    private let parts: EndpointParts
    private let isShared: @MainActor () -> Bool
    /// The receipts to send, by thread.
    private var newest: [String: ThreadRead] = [:]
    private var running: Set<String> = []
    /// The pauses between retries, in milliseconds.
    private static let (pause, longestPause): (Int64, Int64) = (5_000, 600_000)

    /// - Parameter isShared: whether read receipts are visible to others.
    package init(_ parts: EndpointParts, isShared: @escaping @MainActor () -> Bool) {
        self.parts = parts
        self.isShared = isShared
    }

    package func send(_ read: ThreadRead, chatID: String) {
        newest[read.threadID] = read
        guard running.insert(read.threadID).inserted else { return }
        parts.tasks.run { await self.run(read.threadID, chatID: chatID) }
    }

    private func run(_ threadID: String, chatID: String) async {
        var pause = Self.pause
        while let read = newest[threadID], !Task.isCancelled {
            do {
                try await parts.client.sendReceipt(
                    roomID: chatID, eventID: read.eventID, threadID: threadID, isPrivate: !isShared())
            } catch  where error.isTransient {
                try? await parts.environment.clock.sleep(pause)
                pause = min(pause * 2, Self.longestPause)
                continue
            } catch {
                // A refused receipt is dropped: retrying can't help.
            }
            if newest[threadID] == read { newest[threadID] = nil }
        }
        running.remove(threadID)
    }
}
