import Conversations
import Dispatch
import Storage

/// Keeps things on disk and reads them back. Reads are short and by key; writes queue up and answer with events.
@MainActor
final class ArchiveEndpoint {
    private let database: ProfileDatabase
    private let queue: EventQueue
    private let writes: AsyncStream<@Sendable () async -> Void>.Continuation
    private let writer: Task<Void, Never>
    /// Reads that may take long, and must hold up neither keys nor requests.
    private let reader = DispatchQueue(label: "im.confab.archive")

    init(database: ProfileDatabase, queue: EventQueue) {
        self.database = database
        self.queue = queue
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        writes = continuation
        writer = Task.detached {
            for await write in stream { await write() }
        }
    }

    /// Returns once all that was asked is on disk, and takes nothing more.
    func finish() async {
        writes.finish()
        await writer.value
    }

    /// Returns once all that was asked so far is on disk, or can't be kept.
    func settle() async {
        await withCheckedContinuation { continuation in
            if case .terminated = writes.yield({ continuation.resume() }) { continuation.resume() }
        }
    }

    // MARK: Reading

    /// The latest messages, or those around the first unread one where that lies before them.
    func timeline(chatID: String, userID: String) -> OpenedTimeline {
        read(OpenedTimeline.empty) {
            let messages = database.messages
            var window = try messages.window(chatID: chatID, endingAtLatest: TimelineModel.pageCount)
            let unread = try messages.unread(chatID: chatID, userID: userID)
            if let unread, let first = unread.first, let eventID = unread.firstEventID,
                let oldest = window.messages.first, first < oldest.position
            {
                let around = try messages.window(chatID: chatID, around: eventID, limit: TimelineModel.pageCount)
                window = around ?? window
            }
            return OpenedTimeline(
                window: window, members: try database.chats.members(chatID: chatID),
                readPositions: try messages.readPositions(chatID: chatID), unread: unread)
        }
    }

    func unread(chatID: String, userID: String) -> UnreadPart? {
        read(nil) { try database.messages.unread(chatID: chatID, userID: userID) }
    }

    func chat(id: String) -> Chat? {
        read(nil) { try database.chats.chat(id: id) }
    }

    /// Answers with ``ChatEvent/loadedAll(_:)``.
    func loadAllChats() {
        attempt { [chats = database.chats, queue] in await queue.post(ChatEvent.loadedAll(try await chats.allAside())) }
    }

    func members(chatID: String) -> [ChatMember] {
        read([]) { try database.chats.members(chatID: chatID) }
    }

    func latest(chatID: String, limit: Int = TimelineModel.pageCount) -> MessageWindow {
        read(.empty) { try database.messages.window(chatID: chatID, endingAtLatest: limit) }
    }

    func older(chatID: String, before position: Int64, limit: Int = TimelineModel.pageCount) -> MessageWindow {
        read(.empty) { try database.messages.window(chatID: chatID, before: position, limit: limit) }
    }

    func newer(chatID: String, after position: Int64) -> MessageWindow {
        read(.empty) { try database.messages.window(chatID: chatID, after: position, limit: TimelineModel.pageCount) }
    }

    /// A window as it is on disk by now, from its new end back.
    ///
    /// - Parameter limit: how many messages it may have, `nil` for as many as it had.
    /// - Returns: `nil` for a window without messages.
    func again(_ window: MessageWindow, chatID: String, limit: Int? = nil) -> MessageWindow? {
        guard let last = window.messages.last else { return nil }
        var fresh = older(chatID: chatID, before: last.position + 1, limit: limit ?? window.messages.count)
        fresh.hasNewer = window.hasNewer
        return fresh
    }

    /// The newest gap that is not after a place.
    func newestGap(chatID: String, upTo position: Int64) -> TimelineGap? {
        read(nil) { try database.messages.newestGap(chatID: chatID, upTo: position) }
    }

    /// The messages around one; `nil` where this device doesn't have it.
    func around(_ eventID: String, chatID: String) -> MessageWindow? {
        read(nil) {
            try database.messages.window(chatID: chatID, around: eventID, limit: TimelineModel.pageCount)
        }
    }

    func oldest(chatID: String, limit: Int = TimelineModel.pageCount) -> MessageWindow {
        read(.empty) { try database.messages.window(chatID: chatID, startingAtOldest: limit) }
    }

    /// How a message came about, with all its wordings; `nil` where this device doesn't have it.
    func story(of eventID: String, chatID: String) -> MessageStory? {
        read(nil) { try database.messages.story(of: eventID, chatID: chatID) }
    }

    /// What became so far of a line that no timeline shows yet.
    func story(ofLine lineID: String) -> LineStory? {
        read(nil) { try database.outbox.story(lineID: lineID) }
    }

    /// The keys of the reactions that a person gave last.
    func recentReactions(by userID: String) -> [String] {
        read([]) { try database.messages.recentReactions(by: userID) }
    }

    /// Answers with own lines before a position, newest first.
    func readOwnLines(of userID: String, chatID: String, before position: Int64, limit: Int = 20) {
        reader.async { [messages = database.messages, queue] in
            let found: [PlacedMessage]
            do {
                found = try messages.said(by: userID, chatID: chatID, before: position, limit: limit)
            } catch {
                let problem = FailureReason(storing: error)
                Task { await queue.post(ConnectionEvent.storageProblem(problem)) }
                return
            }
            let lines = found.map { ComposedLine.typed($0.message.body, isEmote: $0.message.kind == .emote) }
            let next = found.count < limit ? nil : found.last?.position
            Task { await queue.post(ComposerEvent.recalled(OwnLinePage(chatID: chatID, lines: lines, next: next))) }
        }
    }

    // MARK: Writing

    /// Commits a line; it exists once ``MessageEvent/sending(_:)`` comes. The text comes back where that fails.
    func accept(_ line: OutboxLine, typed: String) {
        let outbox = database.outbox
        write { [queue] in
            do {
                let line = try await outbox.accept(line)
                await queue.post(MessageEvent.sending(line))
                await queue.post(ConnectionEvent.storageProblem(nil))
            } catch {
                let notice = ComposerNotice.notKept(FailureReason(storing: error))
                await queue.post(ComposerEvent.notKept(text: typed, chatID: line.chatID, notice))
            }
        }
    }

    /// Commits a change of a message, or a message for another chat; drafts stay as they are.
    func add(_ line: OutboxLine) {
        attempt { [outbox = database.outbox, queue] in
            let line = try await outbox.accept(line, clearsDraft: false)
            await queue.post(MessageEvent.sending(line))
        }
    }

    func withdraw(lineID: String) {
        attempt { [outbox = database.outbox, queue] in
            let ids = try await outbox.withdraw(id: lineID)
            await queue.post(
                ids.isEmpty
                    ? OutboxEvent.refused(.deleteOnceSent)
                    : .withdrawn(ids: ids))
        }
    }

    func rewrite(lineID: String, body: String, formattedBody: String?, content: String) {
        attempt { [outbox = database.outbox, queue] in
            let line = try await outbox.rewrite(
                id: lineID, body: body, formattedBody: formattedBody, content: content)
            await queue.post(
                line.map(OutboxEvent.requeued)
                    ?? .refused(.editOnceSent))
        }
    }

    func retry(lineID: String) {
        attempt { [outbox = database.outbox, queue] in
            let line = try await outbox.retry(id: lineID)
            await queue.post(
                line.map(OutboxEvent.requeued) ?? .refused(.isOnItsWay))
        }
    }

    func saveDraft(_ text: String, chatID: String?) {
        guard let chatID else { return }
        attempt { [drafts = database.drafts] in try await drafts.set(chatID: chatID, text: text) }
    }

    func markRead(chatID: String) {
        attempt { [chats = database.chats] in
            try await chats.setCounts(chatID: chatID, notification: 0, highlight: 0)
        }
    }

    func remove(chatID: String) {
        attempt { [chats = database.chats] in try await chats.remove(chatID: chatID) }
    }

    func keep(_ setting: ChatSetting, chatID: String) {
        attempt { [chats = database.chats] in try await chats.set(setting, chatID: chatID) }
    }

    func keep(_ source: ChatPowerSource, knowing known: String?, chatID: String) {
        attempt { [chats = database.chats] in try await chats.set(source, knowing: known, chatID: chatID) }
    }

    func keepIgnored(_ userIDs: Set<String>) {
        attempt { [chats = database.chats] in try await chats.setIgnored(userIDs) }
    }

    func leave(chatID: String) {
        attempt { [chats = database.chats] in try await chats.leave(chatID: chatID) }
    }

    func rememberOpenChat(_ chatID: String) {
        attempt { [sync = database.sync] in try await sync.setValue(chatID, forKey: SyncStore.lastOpenChatKey) }
    }

    func rememberCommands(_ names: [String]) {
        let names = names.joined(separator: " ")
        attempt { [sync = database.sync] in try await sync.setValue(names, forKey: SyncStore.recentCommandsKey) }
    }

    // MARK: Both

    private func read<Value>(_ fallback: Value, _ body: () throws -> Value) -> Value {
        do {
            return try body()
        } catch {
            queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            return fallback
        }
    }

    private func write(_ body: @escaping @Sendable () async -> Void) {
        writes.yield(body)
    }

    private func attempt(_ body: @escaping @Sendable () async throws -> Void) {
        write { [queue] in
            do {
                try await body()
                await queue.post(ConnectionEvent.storageProblem(nil))
            } catch {
                await queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            }
        }
    }
}
