import Conversations
import MatrixAPI
import Storage

/// The outbox on disk. A line that a person sent exists once the event that confirms it comes.
@MainActor
struct OutboxArchive {
    let disk: DiskQueue
    let outbox: OutboxStore
    let messages: MessageStore
    let chats: ChatStore

    /// Commits a line; it exists once ``OutboxEvent/accepted(_:)`` comes. The text comes back where that fails.
    ///
    /// - Parameter line: made as late as this, of what is on disk by then.
    func accept(typed: TypedLine, _ line: @escaping @Sendable () async throws -> OutboxLine) {
        attempt(typed) { [outbox, queue = disk.queue] in
            await queue.post(OutboxEvent.accepted(try await outbox.accept(try await line(), threadID: typed.threadID)))
        }
    }

    /// Commits a line that brings a file, once the file's bytes are the outbox's own. The text comes back where that fails.
    ///
    /// - Parameters:
    ///   - paths: where it may be, the likeliest first.
    ///   - id: the line's.
    ///   - limit: the most bytes that it may have.
    ///   - isDraftDone: whether nothing newer was written in the chat by then.
    func acceptFile(
        _ paths: [String], caption: String, id: String, typed: TypedLine, thread: ThreadPlace?, limit: Int64?,
        now: Int64, isDraftDone: @escaping @MainActor () -> Bool
    ) {
        let archive = FileArchive(files: outbox.files, limit: limit)
        // A copy may take long, and no other line may wait for it.
        Task.detached { [self] in
            do throws(FileProblem) {
                let line = try await archive.line(
                    paths, id: id, caption: caption, chatID: typed.chatID, thread: thread, now: now)
                await keep(line, typed: typed, isDraftDone: isDraftDone)
            } catch {
                await disk.queue.post(ComposerEvent.notKept(typed, .noFile(error)))
            }
        }
    }

    private func keep(_ line: OutboxLine, typed: TypedLine, isDraftDone: @MainActor () -> Bool) {
        let clears = isDraftDone()
        attempt(typed) { [outbox, queue = disk.queue] in
            let line = try await outbox.accept(line, clearsDraft: clears, threadID: typed.threadID)
            await queue.post(OutboxEvent.accepted(line))
        }
    }

    /// Commits other words for a message. The text comes back where that fails.
    ///
    /// - Parameter line: made as late as this, of what is on disk by then.
    func edit(typed: TypedLine, _ line: @escaping @Sendable () async throws -> OutboxLine) {
        attempt(typed) { [self] in try await follow(try await line(), typed) }
    }

    /// Puts other words into a line that never left. Where it has left in this moment, an edit follows it.
    ///
    /// - Parameters:
    ///   - limit: how many bytes an edit may have.
    ///   - edit: makes the edit that would follow it.
    ///   - content: makes what it says in the first place.
    func rewrite(
        lineID: String, body: String, typed: TypedLine, limit: Int,
        or edit: @escaping @Sendable () async throws -> OutboxLine,
        as content: @escaping @Sendable () async throws -> JSONValue
    ) {
        attempt(typed) { [self] in
            let content = try await content()
            let line = try await outbox.rewrite(
                id: lineID, body: content["body"]?.string ?? body, formattedBody: content["formatted_body"]?.string,
                content: content.serializedText)
            if let line { return await disk.queue.post(OutboxEvent.requeued(line)) }
            let edit = try await edit()
            let excess = edit.content.utf8.count - limit
            guard excess <= 0 else {
                return await disk.queue.post(ComposerEvent.notKept(typed, .tooLongForEdit(by: excess)))
            }
            try await follow(edit, typed)
        }
    }

    /// Nothing follows a line that was withdrawn, and nobody would ever see an edit of it.
    nonisolated private func follow(_ edit: OutboxLine, _ typed: TypedLine) async throws {
        if case .line(let id) = edit.purpose.target, try await !isKnown(lineID: id) {
            let words = TypedLine(typed.text, chatID: typed.chatID, threadID: typed.threadID)
            return await disk.queue.post(ComposerEvent.notKept(words, .editedIsWithdrawn))
        }
        await disk.queue.post(OutboxEvent.accepted(try await outbox.accept(edit, clearsDraft: false)))
    }

    nonisolated private func isKnown(lineID: String) async throws -> Bool {
        if try await outbox.line(id: lineID) != nil { return true }
        return try await disk.read { try outbox.story(lineID: lineID) != nil }
    }

    /// Who is in a chat, and who was.
    nonisolated func members(chatID: String) async throws -> [ChatMember] {
        try await disk.read { try chats.members(chatID: chatID) }
    }

    nonisolated func story(of eventID: String, chatID: String) async throws -> MessageStory? {
        try await disk.read { try messages.story(of: eventID, chatID: chatID) }
    }

    /// What was typed comes back where the disk can't keep it.
    private func attempt(_ typed: TypedLine, _ body: @escaping @Sendable () async throws -> Void) {
        disk.write { [queue = disk.queue] in
            do {
                try await body()
                await queue.post(ConnectionEvent.storageProblem(nil))
            } catch {
                await queue.post(ComposerEvent.notKept(typed, .notKept(FailureReason(storing: error))))
            }
        }
    }

    /// Commits a change of a message, or a message for another chat; drafts stay as they are.
    func add(_ line: OutboxLine) {
        disk.attempt { [outbox, queue = disk.queue] in
            let line = try await outbox.accept(line, clearsDraft: false)
            await queue.post(OutboxEvent.accepted(line))
        }
    }

    /// The same with a line that whoever waits for it is told of, also where it can't be kept.
    ///
    /// - Parameters:
    ///   - id: the line's.
    ///   - line: made as late as this, of what is on disk by then.
    func add(toldAs id: String, _ line: @escaping @Sendable () async throws -> OutboxLine) {
        disk.write { [outbox, queue = disk.queue] in
            do {
                await queue.post(OutboxEvent.accepted(try await outbox.accept(try await line(), clearsDraft: false)))
            } catch {
                await queue.post(ScriptEvent.notKept(id: id, FailureReason(storing: error)))
            }
        }
    }

    /// The same with a file, once its bytes are the outbox's own.
    ///
    /// - Parameter limit: the most bytes that it may have.
    func addFile(_ file: ScriptFile, limit: Int64?, now: Int64) {
        let archive = FileArchive(files: outbox.files, limit: limit)
        Task.detached { [self] in
            do throws(FileProblem) {
                let line = try await archive.line(
                    [file.path], id: file.id, caption: file.caption, chatID: file.chatID, thread: nil, now: now)
                await add(toldAs: file.id) { line }
            } catch {
                await disk.queue.post(ScriptEvent.noFile(id: file.id, error))
            }
        }
    }

    /// The same with a line that depends on a message as it is on disk.
    ///
    /// - Parameter line: of what is known of the message, `nil` where this device doesn't have it; `nil` adds nothing.
    func add(
        knowing eventID: String, chatID: String, _ line: @escaping @Sendable (MessageStory?) -> OutboxLine?
    ) {
        disk.attempt { [self] in
            guard let line = line(try await story(of: eventID, chatID: chatID)) else { return }
            await disk.queue.post(OutboxEvent.accepted(try await outbox.accept(line, clearsDraft: false)))
        }
    }

    /// - Parameter place: as ``Draft/place(chatID:threadID:)`` has it.
    func withdraw(lineID: String, askedAt place: String) {
        disk.attempt { [outbox, queue = disk.queue] in
            let ids = try await outbox.withdraw(id: lineID)
            if ids.isEmpty {
                await queue.post(OutboxRequestEvent.refused(.deleteOnceSent, place: place))
            } else {
                await queue.post(OutboxEvent.withdrawn(ids: ids))
            }
        }
    }

    /// A person wants the lines of a chat sent although the server shows no encryption of it.
    func sendWithoutState(chatID: String) {
        disk.attempt { [outbox, queue = disk.queue] in
            for line in try await outbox.retryLinesWithoutEncryption(chatID: chatID, isDecided: true) {
                await queue.post(OutboxEvent.requeued(line))
            }
        }
    }

    /// - Parameter place: as ``Draft/place(chatID:threadID:)`` has it.
    func retry(lineID: String, askedAt place: String) {
        disk.attempt { [outbox, queue = disk.queue] in
            if let line = try await outbox.retry(id: lineID) {
                await queue.post(OutboxEvent.requeued(line))
            } else {
                await queue.post(OutboxRequestEvent.refused(.isOnItsWay, place: place))
            }
        }
    }
}
