import Conversations
import MatrixClient

/// Tells the homeserver how far the account has read in threads: the newest of each alone, tried until the server takes it, for as
/// long as the program runs.
@MainActor
final class ThreadReceiptEndpoint {
    private let client: HomeserverClient
    private let tasks: TaskSet
    private let clock: LoopClock
    private let isShared: @MainActor () -> Bool
    /// What is to be told, by thread.
    private var newest: [String: ThreadRead] = [:]
    private var running: Set<String> = []
    /// Between tries, in milliseconds.
    private static let (pause, longestPause): (Int64, Int64) = (5_000, 600_000)

    /// - Parameter isShared: whether others are told how far one has read.
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
                // Nobody can do anything about one that is refused.
            }
            if newest[threadID] == read { newest[threadID] = nil }
        }
        running.remove(threadID)
    }
}
