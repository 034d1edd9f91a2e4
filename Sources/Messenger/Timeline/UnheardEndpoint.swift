import Conversations
import MatrixClient
import Storage

/// Asks the homeserver once more for the past of chats in which people spoke who were ignored then: it keeps their words to
/// itself for as long. What is to be asked is on disk until it is answered, and goes on where an earlier run ended.
@MainActor
final class UnheardEndpoint {
    private let client: HomeserverClient
    private let unheard: UnheardStore
    private let sync: SyncStore
    private let encryption: EncryptionEndpoint?
    private let queue: EventQueue
    private let tasks: TaskSet
    private let clock: LoopClock
    private var isRunning = false
    private var isAskedAgain = false
    /// Between tries, in milliseconds.
    private static let (pause, longestPause): (Int64, Int64) = (30_000, 3_600_000)

    init(
        client: HomeserverClient, database: ProfileDatabase, encryption: EncryptionEndpoint?, queue: EventQueue,
        tasks: TaskSet, clock: LoopClock
    ) {
        self.client = client
        (unheard, sync) = (database.unheard, database.sync)
        self.encryption = encryption
        self.queue = queue
        self.tasks = tasks
        self.clock = clock
    }

    /// One run at a time; what is to be asked by now is asked by the one that is under way.
    func run() {
        isAskedAgain = true
        guard !isRunning else { return }
        isRunning = true
        tasks.run { await self.runAll() }
    }

    private func runAll() async {
        var pause = Self.pause
        while isAskedAgain, !Task.isCancelled {
            isAskedAgain = false
            do {
                try await hear()
            } catch {
                isAskedAgain = true
                try? await clock.sleep(pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
        isRunning = false
    }

    /// All that is to be asked for, chat by chat and page by page.
    ///
    /// - Throws: what may be gone later; it kept no other chat from its turn.
    func hear() async throws {
        var failed: [String: any Error] = [:]
        while let part = try await unheard.parts().first(where: { failed[$0.chatID] == nil }), !Task.isCancelled {
            do {
                try await hear(part)
            } catch let error as MatrixClientError where error.isFinal {
                try await unheard.giveUp(part)
            } catch {
                failed[part.chatID] = error
            }
        }
        if let error = failed.values.first { throw error }
    }

    private func hear(_ part: UnheardPart) async throws {
        let chatID = part.chatID
        // What a sync has yet to tell comes by that.
        let start = if let token = part.token { token } else { try await sync.tokenAside() }
        let page = try await HistoryPage.page(from: start, chatID: chatID, client)
        let opened = try await encryption?.open([(chatID, page.events)]) ?? OpenedEvents()
        let applied = try await unheard.hear(
            part, page.messages(opened, chatID: chatID), members: page.members, nextToken: page.nextToken)
        queue.post(HistoryEvent.heard(chatID: chatID, applied))
        if opened.hasSealed, let encryption { Task { await encryption.lookAfterSealed() } }
    }
}

extension MatrixClientError {
    /// Whether the chat's past is not to be had at all.
    fileprivate var isFinal: Bool {
        if case .matrix(_, let status, _) = self { !isTransient && [400, 403, 404].contains(status) } else { false }
    }
}
