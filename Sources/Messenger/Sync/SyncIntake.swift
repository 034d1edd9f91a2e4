import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage

/// Takes one answer of a sync after the other to disk; those that came together go there together.
actor SyncIntake {
    private let store: SyncStore
    private let translator: SyncTranslator
    private let encryption: EncryptionEndpoint?
    private let verification: VerificationEndpoint?
    private let recount: UnreadRecount?
    private let queue: EventQueue
    private let clock: LoopClock
    /// Whether a batch is known to be on disk as a whole, which stays so.
    private var hasToken = false
    /// The newest activity of all chats, once it is known: in the order of the list a message that comes now is newer, whatever the
    /// sender's clock says.
    private var newestActivity: Int64?

    init(
        store: SyncStore, userID: String, encryption: EncryptionEndpoint? = nil,
        verification: VerificationEndpoint? = nil, recount: UnreadRecount? = nil, queue: EventQueue, clock: LoopClock
    ) {
        self.store = store
        translator = SyncTranslator(userID: userID)
        self.encryption = encryption
        self.verification = verification
        self.recount = recount
        self.queue = queue
        self.clock = clock
    }

    /// The token of the last batch that is wholly on disk; within the answer `nil` where there is none.
    ///
    /// - Returns: `nil` where it was cancelled meanwhile.
    func lastToken() async -> String?? { await persist { [store] in try await store.tokenAside() } }

    /// Returns once the batches are on disk. Where the disk refuses it tries again until it does not: going on without it
    /// would lose what they hold.
    ///
    /// - Returns: `false` where it was cancelled meanwhile.
    func take(_ responses: [SyncResponse]) async -> Bool {
        guard let isFirstSync = await isFirstSync() else { return false }
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        // What brings keys comes before what they open, and before the token that the server may forget it by.
        guard let opened = await open(responses) else { return false }
        var translator = translator
        if !isFirstSync { translator.leastActivity = await leastActivity(now: now) }
        var groups = SyncSliceGroups(of: responses, opened, by: translator, now: now)
        var next = groups.next()
        while let group = next {
            async let writing = persist { [store] in try await store.apply(group) }
            // The next ones are translated while the disk has these.
            next = groups.next()
            guard let applied = await writing else { return false }
            if let newestActivity {
                self.newestActivity = applied.chats.map(\.lastActivity).reduce(newestActivity, max)
            }
            await queue.post(SyncEvent.received(await count(in: applied), isFirstSync: isFirstSync))
        }
        verification?.hear(responses, opened)
        // A key may have come since they were read, and before they were on disk.
        if opened.hasSealed { await encryption?.openAgain() }
        await openArrived()
        if let encryption { Task { await encryption.tendIfNeeded() } }
        if groups.hasContacts { await queue.post(ContactEvent.arrived) }
        for (chatID, userIDs) in responses.flatMap(translator.typing) {
            await queue.post(SyncEvent.typing(chatID: chatID, userIDs: userIDs))
        }
        return true
    }

    /// - Returns: `nil` where it was cancelled meanwhile.
    private func open(_ responses: [SyncResponse]) async -> OpenedEvents? {
        guard let encryption else { return OpenedEvents() }
        return await persist { try await encryption.take(responses) }
    }

    /// What is on disk no later run hears of as new: whoever is ended meanwhile tells it all the same.
    private func count(in applied: AppliedSlice) async -> AppliedSlice {
        guard let recount else { return applied }
        if let counted = await persist({ try await recount.count(in: applied) }) { return counted }
        let last = Task { try? await recount.count(in: applied) }
        return await last.value ?? applied
    }

    /// Just above what came before, and never above this machine's clock: no chat stays on top whose sender's clock is ahead.
    private func leastActivity(now: Int64) async -> Int64? {
        if newestActivity == nil, let newest = await persist({ [store] in try await store.newestActivity() ?? 0 }) {
            newestActivity = newest
        }
        guard let newestActivity, newestActivity > 0 else { return nil }
        return min(newestActivity + 1, now)
    }

    /// Tells what can be read that could not be before.
    func openArrived() async {
        guard let encryption else { return }
        for arrived in await persist({ try await encryption.openArrived() }) ?? [] {
            verification?.hear(arrived.events, chatID: arrived.chatID)
            await queue.post(SyncEvent.received(await count(in: arrived.applied), isFirstSync: false))
        }
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

    /// Has the disk do something, tried each five seconds until it does; beside what the actor does meanwhile.
    ///
    /// - Returns: `nil` where it was cancelled meanwhile.
    @concurrent
    private nonisolated func persist<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async -> Value? {
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
