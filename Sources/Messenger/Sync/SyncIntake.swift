import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage

/// Takes one answer of a sync after the other to disk; those that came together go there together.
actor SyncIntake {
    private let store: SyncStore
    private let translator: SyncTranslator
    private let queue: EventQueue
    private let clock: LoopClock
    /// Whether a batch is known to be on disk as a whole, which stays so.
    private var hasToken = false

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

    /// Returns once the batches are on disk. Where the disk refuses it tries again until it does not: going on without it
    /// would lose what they hold.
    ///
    /// - Returns: `false` where it was cancelled meanwhile.
    func take(_ responses: [SyncResponse]) async -> Bool {
        guard let isFirstSync = await isFirstSync() else { return false }
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        var group: [SyncSlice] = []
        var hasContacts = false
        for slice in responses.lazy.map({ [translator] in translator.slices(of: $0, now: now) }).joined() {
            hasContacts = hasContacts || !slice.contacts.isEmpty || slice.directChats != nil
            // New messages of a chat are told as one run, so that one with a gap before it begins anew.
            if !group.isEmpty, slice.leavesGap || group.weight + slice.weight > SyncTranslator.sliceSize {
                guard await apply(group, isFirstSync) else { return false }
                group = []
            }
            group.append(slice)
            // Half a slice is worth a commit: the next one would be made before it.
            if group.weight * 2 > SyncTranslator.sliceSize {
                guard await apply(group, isFirstSync) else { return false }
                group = []
            }
        }
        if !group.isEmpty, await !apply(group, isFirstSync) { return false }
        if hasContacts { await queue.post(ContactEvent.arrived) }
        for (chatID, userIDs) in responses.flatMap(translator.typing) {
            await queue.post(SyncEvent.typing(chatID: chatID, userIDs: userIDs))
        }
        return true
    }

    /// - Returns: `false` where it was cancelled meanwhile.
    private func apply(_ slices: [SyncSlice], _ isFirstSync: Bool) async -> Bool {
        guard let applied = await persist({ try await store.apply(slices) }) else { return false }
        await queue.post(SyncEvent.received(applied, isFirstSync: isFirstSync))
        return true
    }

    /// A disk that can't be read doesn't make it a first sync, after which nothing would be told as new.
    ///
    /// - Returns: `nil` where it was cancelled meanwhile.
    private func isFirstSync() async -> Bool? {
        if hasToken { return false }
        guard let token = await lastToken() else { return nil }
        hasToken = token != nil
        return !hasToken
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

extension [SyncSlice] {
    fileprivate var weight: Int { reduce(0) { $0 + $1.weight } }
}
