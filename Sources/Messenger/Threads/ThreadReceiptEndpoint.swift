import Conversations
import MatrixClient

/// Sends the account's read receipts in threads: only the newest of each thread, retried until the server accepts it
/// or the program ends.
@MainActor
final class ThreadReceiptEndpoint {
    private let client: HomeserverClient
    private let tasks: TaskSet
    private let clock: LoopClock
    private let isShared: @MainActor () -> Bool
    /// The receipts to send, by thread.
    private var newest: [String: ThreadRead] = [:]
    private var running: Set<String> = []
    /// The pauses between retries, in milliseconds.
    private static let (pause, longestPause): (Int64, Int64) = (5_000, 600_000)

    /// - Parameter isShared: whether read receipts are visible to others.
    init(client: HomeserverClient, tasks: TaskSet, clock: LoopClock, isShared: @escaping @MainActor () -> Bool) {
        self.client = client
        self.tasks = tasks
        self.clock = clock
        self.isShared = isShared
    }

    func tell(_ read: ThreadRead, chatID: String) {
        newest[read.threadID] = read
        guard running.insert(read.threadID).inserted else { return }
        tasks.run { await self.run(read.threadID, chatID: chatID) }
    }

    private func run(_ threadID: String, chatID: String) async {
        var pause = Self.pause
        while let read = newest[threadID], !Task.isCancelled {
            do {
                try await client.sendReceipt(
                    roomID: chatID, eventID: read.eventID, threadID: threadID, isPrivate: !isShared())
            } catch  where error.isTransient {
                try? await clock.sleep(pause)
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
