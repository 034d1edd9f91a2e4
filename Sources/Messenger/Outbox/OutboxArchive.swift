import Conversations
import Storage

/// The outbox on disk. A line that a person sent exists once the event that confirms it comes.
@MainActor
struct OutboxArchive {
    let disk: DiskQueue
    let outbox: OutboxStore
    let messages: MessageStore

    /// Commits a line; it exists once ``OutboxEvent/accepted(_:)`` comes. The text comes back where that fails.
    func accept(_ line: OutboxLine, typed: String) {
        disk.write { [outbox, queue = disk.queue] in
            do {
                let line = try await outbox.accept(line)
                await queue.post(OutboxEvent.accepted(line))
                await queue.post(ConnectionEvent.storageProblem(nil))
            } catch {
                let notice = ComposerNotice.notKept(FailureReason(storing: error))
                await queue.post(ComposerEvent.notKept(text: typed, chatID: line.chatID, notice))
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

    /// The same with a line that depends on a message as it is on disk.
    ///
    /// - Parameter line: of what is known of the message, `nil` where this device doesn't have it; `nil` adds nothing.
    func add(
        knowing eventID: String, chatID: String, _ line: @escaping @Sendable (MessageStory?) -> OutboxLine?
    ) {
        disk.attempt { [disk, outbox, messages, queue = disk.queue] in
            let story = try await disk.read { try messages.story(of: eventID, chatID: chatID) }
            guard let line = line(story) else { return }
            await queue.post(OutboxEvent.accepted(try await outbox.accept(line, clearsDraft: false)))
        }
    }

    func withdraw(lineID: String) {
        disk.attempt { [outbox, queue = disk.queue] in
            let ids = try await outbox.withdraw(id: lineID)
            if ids.isEmpty {
                await queue.post(OutboxRequestEvent.refused(.deleteOnceSent))
            } else {
                await queue.post(OutboxEvent.withdrawn(ids: ids))
            }
        }
    }

    func rewrite(lineID: String, body: String, formattedBody: String?, content: String) {
        disk.attempt { [outbox, queue = disk.queue] in
            let line = try await outbox.rewrite(
                id: lineID, body: body, formattedBody: formattedBody, content: content)
            await requeue(line, or: .editOnceSent, queue)
        }
    }

    func retry(lineID: String) {
        disk.attempt { [outbox, queue = disk.queue] in
            let line = try await outbox.retry(id: lineID)
            await requeue(line, or: .isOnItsWay, queue)
        }
    }

    /// - Parameter line: as it is to be sent now; `nil` where that can't be.
    private func requeue(_ line: OutboxLine?, or refusal: ComposerNotice, _ queue: EventQueue) async {
        if let line {
            queue.post(OutboxEvent.requeued(line))
        } else {
            queue.post(OutboxRequestEvent.refused(refusal))
        }
    }
}
