import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage

/// Takes one answer of a sync after the other to disk.
actor SyncIntake {
    private let store: SyncStore
    private let translator: SyncTranslator
    private let queue: EventQueue
    private let clock: LoopClock

    init(store: SyncStore, userID: String, queue: EventQueue, clock: LoopClock) {
        self.store = store
        translator = SyncTranslator(userID: userID)
        self.queue = queue
        self.clock = clock
    }

    /// The token of the last batch that is wholly on disk; within the answer `nil` where there is none.
    ///
    /// - Returns: `nil` where it was cancelled meanwhile.
    func lastToken() async -> String?? { await persist { try await store.tokenAside() } }

    /// Returns once the batch is on disk. Where the disk refuses it tries again until it does not: going on without it would
    /// lose what the batch holds.
    ///
    /// - Returns: `false` where it was cancelled meanwhile.
    func take(_ response: SyncResponse) async -> Bool {
        // A disk that can't be read doesn't make it a first sync, after which nothing would be told as new.
        guard let isFirstSync = await persist({ try await store.tokenAside() == nil }) else { return false }
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let slices = translator.slices(of: response, now: now)
        for slice in slices {
            guard let applied = await persist({ try await store.apply(slice) }) else { return false }
            await queue.post(SyncEvent.received(applied, isFirstSync: isFirstSync))
        }
        if slices.contains(where: { !$0.contacts.isEmpty || $0.directChats != nil }) {
            await queue.post(ContactEvent.arrived)
        }
        for (chatID, userIDs) in translator.typing(in: response) {
            await queue.post(SyncEvent.typing(chatID: chatID, userIDs: userIDs))
        }
        return true
    }

    /// Has the disk do something, tried each five seconds until it does.
    ///
    /// - Returns: `nil` where it was cancelled meanwhile.
    private func persist<Value>(_ work: () async throws -> Value) async -> Value? {
        var hasFailed = false
        while !Task.isCancelled {
            do {
                let value = try await work()
                if hasFailed { await queue.post(ConnectionEvent.storageProblem(nil)) }
                return value
            } catch {
                hasFailed = true
                await queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
                try? await clock.sleep(5_000)
            }
        }
        return nil
    }
}
