import Conversations
import Engine
import MatrixAPI
import Storage

/// The outbox on disk. A sent line is safe on disk once the event that confirms it arrives.
@MainActor
struct OutboxArchive {
    let disk: DiskQueue
    let outbox: OutboxStore
    let messages: MessageStore
    let chats: ChatStore

    /// Commits a line, which is on disk once ``OutboxEvent/accepted(_:)`` arrives. If that fails, the text returns to
    /// the composer.
    ///
    /// - Parameter line: makes the line as late as possible, from the current state on disk.
    func accept(typed: TypedLine, _ line: @escaping @Sendable () async throws -> OutboxLine) {
        attempt(typed) { [outbox, queue = disk.queue] in
            await queue.post(OutboxEvent.accepted(try await outbox.accept(try await line(), threadID: typed.threadID)))
        }
    }

    /// Commits a line with a file, after the outbox has copied the bytes. If that fails, the text returns to the
    /// composer.
    ///
    /// - Parameters:
    ///   - paths: the paths that may be meant, the likeliest first.
    ///   - id: the identifier of the line.
    ///   - limit: the maximum size in bytes.
    ///   - isDraftDone: whether nothing newer was typed in the chat by then.
    func acceptFile(
        _ paths: [String], caption: String, id: String, typed: TypedLine, thread: ThreadTarget?, limit: Int64?,
        now: Int64, isDraftDone: @escaping @MainActor () -> Bool
    ) {
        let archive = FileArchive(files: outbox.files, limit: limit)
        // A copy may take long, and must not delay other lines.
        Task.detached { [self] in
            do throws(OutboxFileError) {
                let line = try await archive.line(
                    paths, id: id, caption: caption, chatID: typed.chatID, thread: thread, now: now)
                await store(line, typed: typed, isDraftDone: isDraftDone)
            } catch {
                await disk.queue.post(ComposerEvent.notKept(typed, .noFile(error)))
            }
        }
    }

    private func store(_ line: OutboxLine, typed: TypedLine, isDraftDone: @MainActor () -> Bool) {
        let clears = isDraftDone()
        attempt(typed) { [outbox, queue = disk.queue] in
            let line = try await outbox.accept(line, clearsDraft: clears, threadID: typed.threadID)
            await queue.post(OutboxEvent.accepted(line))
        }
    }

    /// Commits an edit of a message. If that fails, the text returns to the composer.
    ///
    /// - Parameter line: makes the line as late as possible, from the current state on disk.
    func edit(typed: TypedLine, _ line: @escaping @Sendable () async throws -> OutboxLine) {
        attempt(typed) { [self] in try await follow(try await line(), typed) }
    }

    /// Changes the text of a line that was never sent. If it was sent meanwhile, an edit is added instead.
    ///
    /// - Parameters:
    ///   - limit: the maximum size of an edit in bytes.
    ///   - edit: makes the edit that is added instead.
    ///   - content: makes the new content of the line.
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

    /// Commits an edit, unless its line was withdrawn: no edit can be applied to it.
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

    /// Returns the current and former members of a chat.
    nonisolated func members(chatID: String) async throws -> [ChatMember] {
        try await disk.read { try chats.members(chatID: chatID) }
    }

    nonisolated func story(of eventID: String, chatID: String) async throws -> MessageInfo? {
        try await disk.read { try messages.story(of: eventID, chatID: chatID) }
    }

    /// Runs a write. If the disk can't store the line, the typed text returns to the composer.
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

    /// Commits a change of a message, or a message for another chat. Drafts stay as they are.
    func add(_ line: OutboxLine) {
        disk.attempt { [outbox, queue = disk.queue] in
            let line = try await outbox.accept(line, clearsDraft: false)
            await queue.post(OutboxEvent.accepted(line))
        }
    }

    /// Commits a line of a script, which is notified of the result, also of a failure.
    ///
    /// - Parameters:
    ///   - id: the identifier of the line.
    ///   - line: makes the line as late as possible, from the current state on disk.
    func add(toldAs id: String, _ line: @escaping @Sendable () async throws -> OutboxLine) {
        disk.write { [outbox, queue = disk.queue] in
            do {
                await queue.post(OutboxEvent.accepted(try await outbox.accept(try await line(), clearsDraft: false)))
            } catch {
                await queue.post(ScriptEvent.notKept(id: id, FailureReason(storing: error)))
            }
        }
    }

    /// Commits a script's line with a file, after the outbox has copied the bytes.
    ///
    /// - Parameter limit: the maximum size in bytes.
    func addFile(_ file: ScriptFile, limit: Int64?, now: Int64) {
        let archive = FileArchive(files: outbox.files, limit: limit)
        Task.detached { [self] in
            do throws(OutboxFileError) {
                let line = try await archive.line(
                    [file.path], id: file.id, caption: file.caption, chatID: file.chatID, thread: nil, now: now)
                await add(toldAs: file.id) { line }
            } catch {
                await disk.queue.post(ScriptEvent.noFile(id: file.id, error))
            }
        }
    }

    /// Commits a line that depends on the stored state of a message.
    ///
    /// - Parameter line: makes the line from the message, or from `nil` if this device doesn't have it. If it returns
    ///   `nil`, nothing is added.
    func add(
        knowing eventID: String, chatID: String, _ line: @escaping @Sendable (MessageInfo?) -> OutboxLine?
    ) {
        disk.attempt { [self] in
            guard let line = line(try await story(of: eventID, chatID: chatID)) else { return }
            await disk.queue.post(OutboxEvent.accepted(try await outbox.accept(line, clearsDraft: false)))
        }
    }

    /// - Parameter place: the chat or thread where the user made the request, as in ``Draft/place(chatID:threadID:)``.
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

    /// Sends the waiting lines of a chat although the server shows no encryption for it. The user has confirmed this.
    func sendWithoutState(chatID: String) {
        disk.attempt { [outbox, queue = disk.queue] in
            for line in try await outbox.retryLinesWithoutEncryption(chatID: chatID, isDecided: true) {
                await queue.post(OutboxEvent.requeued(line))
            }
        }
    }

    /// - Parameter place: the chat or thread where the user made the request, as in ``Draft/place(chatID:threadID:)``.
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
