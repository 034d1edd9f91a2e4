import Conversations
import GRDB

extension OutboxLine {
    static let columns = """
        id, chat_id, type, body, is_emote, content, accepted_at, state, detail, purpose, target_event_id, \
        target_line_id, argument, formatted_body, reply_to, may_have_left, kind, sealed, \
        file_size, upload
        """

    /// Reads a row that begins with ``columns``.
    init(row: ResultRow) {
        // Older lines have no kind, only the column `is_emote`.
        let kind = (row[16] as String?).flatMap(Message.Kind.init) ?? (row[4] ? .emote : .text)
        self.init(
            id: row[0], chatID: row[1], type: row[2], purpose: Purpose(row: row, at: 9), kind: kind, body: row[3],
            formattedBody: row[13], replyTo: row[14], content: row[5], acceptedAt: row[6],
            state: State(name: row[7], detail: row[8]), mayHaveLeft: row[15], sealed: row[17],
            file: (row[18] as Int64?).map { size in
                OutboxFile(size: size, upload: (row[19] as String?).map(OutboxFile.Upload.init(stored:)))
            })
    }

    /// The values in the order of ``columns``.
    var values: [(any StatementValue)?] {
        [
            id, chatID, type, body.storable, isEmote, content, acceptedAt, state.name, state.detail?.storable,
            purpose.name, purpose.target?.eventID, purpose.target?.lineID, purpose.argument?.storable,
            formattedBody?.storable, replyTo?.storable, mayHaveLeft, kind.rawValue, sealed,
            file?.size, file?.upload?.stored,
        ]
    }
}

extension OutboxLine.State {
    var name: String {
        switch self {
        case .queued: "queued"
        case .sent: "sent"
        case .failed: "failed"
        }
    }

    /// The event of a sent line, or the reason of a failed one.
    var detail: String? {
        switch self {
        case .queued: nil
        case .sent(let eventID): eventID
        case .failed(let reason): reason.stored
        }
    }

    fileprivate init(name: String, detail: String?) {
        switch (name, detail) {
        case ("sent", let eventID?): self = .sent(eventID: eventID)
        case ("failed", let reason): self = .failed(reason: OutboxLineFailureReason(stored: reason ?? ""))
        // A retry with the same transaction identifier can't send a line twice.
        default: self = .queued
        }
    }
}

extension OutboxLine.Purpose {
    fileprivate var name: String {
        switch self {
        case .message: "message"
        case .edit: "edit"
        case .reaction: "reaction"
        case .redaction: "redaction"
        case .pollAnswer: "pollAnswer"
        case .pollEnd: "pollEnd"
        }
    }

    /// The key of a reaction, the reason of a redaction, or the answers to a poll.
    fileprivate var argument: String? {
        switch self {
        case .message, .edit, .pollEnd: nil
        case .reaction(_, let key): key
        case .redaction(_, let reason): reason
        case .pollAnswer(_, let answers): IdentifierText.join(answers)
        }
    }

    fileprivate init(row: ResultRow, at index: Int) {
        let event: String? = row[index + 1]
        let line: String? = row[index + 2]
        guard let target = event.map(OutboxLine.Target.event) ?? line.map(OutboxLine.Target.line) else {
            self = .message
            return
        }
        switch row[index] as String {
        case "edit": self = .edit(of: target)
        case "reaction": self = .reaction(to: target, key: row[index + 3] ?? "")
        case "redaction": self = .redaction(of: target, reason: row[index + 3])
        case "pollAnswer": self = .pollAnswer(to: target, IdentifierText.split(row[index + 3] ?? ""))
        case "pollEnd": self = .pollEnd(of: target)
        default: self = .message
        }
    }
}

extension OutboxLine.Target {
    fileprivate var eventID: String? {
        guard case .event(let id) = self else { return nil }
        return id.storable
    }

    fileprivate var lineID: String? {
        guard case .line(let id) = self else { return nil }
        return id
    }
}
