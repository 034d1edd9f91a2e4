package import Conversations
import Foundation
import MatrixAPI
import MatrixClient
import Storage

/// Writes sync responses to disk in order; responses that arrived together are written together.
///
/// ## Problem
///
/// A response may have thousands of chats and hundreds of megabytes. The first chats should be on screen before the
/// last are stored. The server deletes to-device messages once a request uses the token of their response. A crash at
/// any point must neither lose an event nor show it twice.
///
/// ## Parts
///
/// 1. `SyncLoop` makes a request only after the last response was applied. `SyncMachine` decides each step. A first or
///    large response is kept in `PendingSyncResponseFile` until it is applied.
/// 2. ``EncryptionEndpoint/process(_:)`` stores keys and to-device messages, and decrypts the timelines.
/// 3. ``SyncTranslator`` turns a response into ``SyncSlices``, which are made lazily. ``SyncSliceGroups`` combines
///    small ones, also of several responses, for one commit.
/// 4. `SyncStore` applies a group in one transaction with a `SliceWriter`. It returns an `AppliedSlice`: the changes
///    in their state on disk. Meanwhile the event of the previous group is posted, and the next group is translated. An
///    event is never posted before its group is committed, but the disk may be a group ahead of the models.
/// 5. In the same transaction, an `UnreadRecount` corrects the counts of encrypted chats.
/// 6. In `Messenger`, `SyncEventRouter` receives the slice in ``SyncEvent/received(_:isFirstSync:)``. It hands it to
///    each `SliceReceiver` in the order of one list. These change the models, and read nothing on the main actor.
///
/// ## Invariants
///
/// - The token of a response is stored with its last slice: `SliceTests.tokenIsStoredWithTheLastSliceOnly`.
/// - Applying a slice again has no effect: `SliceTests.applyingASliceTwiceChangesNothingMore`. A later response to the
///   same request may follow a part of the earlier one: `SliceTests.laterSyncCompletesAHalfAppliedOne`.
/// - The rows don't depend on how responses are cut into slices: `SyncCutsTests.batchingOfEventsDoesNotChangeRows`.
/// - The first slice names all encrypted chats, so that the outbox sends nothing in clear while the others are
///   written: `SyncTranslatorTests.firstSliceNamesAllEncryptedChats`.
/// - The next request waits until the last response is applied:
///   `SyncLoopTests.nextResponseWaitsUntilThePreviousIsApplied`.
/// - An unreadable disk doesn't look like a first sync:
///   `SyncIntakeTests.temporaryReadFailureDoesNotCauseFirstSync`.
/// - A subject receives a slice after those that it depends on: `SliceOrderTests.readChatGetsNoUnreadCount`.
/// - Events of the open chat need no read of the disk:
///   `SliceReadingTests.changesInOpenChatReadNothingFromDisk`.
///
/// ## After a crash
///
/// - Before the first slice: a kept response is applied, any other is requested again with the old token:
///   `FirstSyncTests.initialSyncKilledWhileStoringIsNotRepeated`.
/// - After the keys, before a slice: the to-device messages come again, and change nothing:
///   `DeviceMessageReaderTests.replayedFallbackKeyMessageChangesNothing`.
/// - Between slices: the token on disk is still the old one, so the next response has the missing slices again:
///   `KilledClientTests.syncKilledWhileApplyingIsAppliedOnce`. A power failure may also lose slices without a
///   token.
/// - After the last commit, before its event: the next start reads the messages and counts from disk. They raise no
///   notification.
///
/// If the disk fails, the write is retried every five seconds. Until then nothing further is requested.
///
/// ## Why nothing simpler
///
/// A single transaction for a response would show nothing until its end, and would block the outbox meanwhile. Models
/// that change before the commit would show messages that a crash loses. Reading each change back on the main actor
/// would delay key presses.
actor SyncIntake {
    private let store: SyncStore
    private let translator: SyncTranslator
    private let encryption: EncryptionEndpoint?
    private let verification: VerificationEndpoint?
    private let recount: UnreadRecount?
    private let queue: EventQueue
    private let clock: LoopClock
    /// Whether a complete batch is known to be on disk. Once `true`, it stays so.
    private var hasToken = false
    /// The newest activity of all chats, once it is known. A new message is sorted after it, whatever
    /// the sender's clock says.
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

    /// Returns the token of the last batch that is completely on disk. The inner value is `nil` if there is none.
    ///
    /// - Returns: `nil` if it was cancelled meanwhile.
    func lastToken() async -> String?? { await persist { [store] in try await store.tokenAside() } }

    /// Returns once the batches are on disk. If the disk refuses, it retries until the write succeeds: continuing
    /// without it would lose the batches.
    ///
    /// - Returns: `false` if it was cancelled meanwhile.
    func ingest(_ responses: [SyncResponse]) async -> Bool {
        guard let isFirstSync = await isFirstSync() else { return false }
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        // Keys are stored before the events they decrypt, and before the token with which the server
        // may discard them.
        guard let opened = await open(responses) else { return false }
        var translator = translator
        if !isFirstSync { translator.leastActivity = await leastActivity(now: now) }
        var groups = SyncSliceGroups(of: responses, opened, by: translator, now: now)
        var next = groups.next()
        var written: AppliedSlice?
        while let group = next {
            async let writing = persist { [store, recount] in try await store.apply(group, recount: recount) }
            // While this group is written to disk, the one before is shown, and the next one is translated.
            if let written { await queue.post(SyncEvent.received(written, isFirstSync: isFirstSync)) }
            written = nil
            next = groups.next()
            guard let applied = await writing else { return false }
            if let newestActivity {
                self.newestActivity = applied.chats.map(\.lastActivity).reduce(newestActivity, max)
            }
            written = applied
        }
        if let written { await queue.post(SyncEvent.received(written, isFirstSync: isFirstSync)) }
        verification?.handle(responses, opened)
        // A key may have arrived after the decryption and before the events were on disk.
        if opened.hasSealed { await encryption?.openAgain() }
        await openArrived()
        if let encryption { Task { await encryption.tendIfNeeded() } }
        if groups.hasContacts { await queue.post(SyncEvent.contactsChanged) }
        for (chatID, userIDs) in responses.flatMap(translator.typing) {
            await queue.post(SyncEvent.typing(chatID: chatID, userIDs: userIDs))
        }
        return true
    }

    /// - Returns: `nil` if it was cancelled meanwhile.
    private func open(_ responses: [SyncResponse]) async -> DecryptedEvents? {
        guard let encryption else { return DecryptedEvents() }
        return await persist { try await encryption.process(responses) }
    }

    /// Returns a time just above the newest activity, and at most this machine's clock. Otherwise a sender's fast
    /// clock would keep a chat on top.
    private func leastActivity(now: Int64) async -> Int64? {
        if newestActivity == nil, let newest = await persist({ [store] in try await store.newestActivity() ?? 0 }) {
            newestActivity = newest
        }
        guard let newestActivity, newestActivity > 0 else { return nil }
        return min(newestActivity + 1, now)
    }

    /// Reports the events that can only now be decrypted.
    func openArrived() async {
        guard let encryption else { return }
        for arrived in await persist({ [recount] in try await encryption.openArrived(recount: recount) }) ?? [] {
            verification?.handle(arrived.events, chatID: arrived.chatID)
            await queue.post(SyncEvent.received(arrived.applied, isFirstSync: false))
        }
    }

    /// An unreadable disk doesn't count as a first sync, whose messages wouldn't be reported as new.
    ///
    /// - Returns: `nil` if it was cancelled meanwhile.
    private func isFirstSync() async -> Bool? {
        if hasToken { return false }
        guard let token = await lastToken() else { return nil }
        hasToken = token != nil
        return !hasToken
    }

    /// Performs work on the disk off the actor, and retries every five seconds until it succeeds.
    ///
    /// - Returns: `nil` if it was cancelled meanwhile.
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

/// The slices of several batches, lazily combined into groups that are large enough for a commit.
package struct SyncSliceGroups: Sequence, IteratorProtocol {
    /// Whether any slice so far contains contacts.
    private(set) var hasContacts = false
    private var responses: ArraySlice<SyncResponse>
    private let translator: SyncTranslator
    private let opened: DecryptedEvents
    private let now: Int64
    private var slices: SyncSlices?
    /// The slice that starts the next group.
    private var left: SyncSlice?

    init(of responses: [SyncResponse], _ opened: DecryptedEvents, by translator: SyncTranslator, now: Int64) {
        self.responses = responses[...]
        (self.translator, self.opened, self.now) = (translator, opened, now)
    }

    package mutating func next() -> [SyncSlice]? {
        var group: [SyncSlice] = []
        var weight = 0
        while let slice = nextSlice() {
            // A group reports the new messages of a chat as one run. A slice with a gap before it
            // therefore starts a new group.
            if !group.isEmpty, slice.leavesGap || weight + slice.weight > SyncTranslator.sliceSize {
                left = slice
                return group
            }
            hasContacts = hasContacts || !slice.contacts.isEmpty || slice.directChats != nil
            group.append(slice)
            weight += slice.weight
            // Half a slice is enough for a commit, as making another slice first would only delay it.
            if weight * 2 > SyncTranslator.sliceSize { return group }
        }
        return group.isEmpty ? nil : group
    }

    private mutating func nextSlice() -> SyncSlice? {
        if let left {
            self.left = nil
            return left
        }
        while true {
            if let slice = slices?.next() { return slice }
            guard let response = responses.popFirst() else { return nil }
            slices = translator.slices(of: response, opened, now: now)
        }
    }
}

extension UnreadRecount {
    /// Counts mentions by this device's own check, and messages where all unread ones are known.
    ///
    /// - Parameter userID: the account's Matrix ID.
    static func withMentions(of userID: String) -> UnreadRecount {
        UnreadRecount(userID: userID) { unread, chat in
            var mentions = 0
            if !unread.mentioning.isEmpty {
                let check = MentionCheck(
                    ownUserID: userID, displayName: unread.ownName, power: PowerDecoder.power(chat.powerSource))
                mentions = unread.mentioning.count(where: check.isCalled)
            }
            let count = unread.isWhole ? min(chat.notificationCount, unread.count) : chat.notificationCount
            return (count, mentions)
        }
    }
}
