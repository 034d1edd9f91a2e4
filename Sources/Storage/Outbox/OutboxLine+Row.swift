import Conversations
import GRDB

extension OutboxLine {
    static let columns = "id, chat_id, type, body, is_emote, content, accepted_at, state, detail"

    /// From a row that begins with ``columns``.
    init(row: Row) {
        self.init(
            id: row[0], chatID: row[1], type: row[2], body: row[3], isEmote: row[4], content: row[5],
            acceptedAt: row[6], state: State(name: row[7], detail: row[8]))
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

    /// The event of a line that was sent, the reason of one that failed.
    var detail: String? {
        switch self {
        case .queued: nil
        case .sent(let eventID): eventID
        case .failed(let reason): reason
        }
    }

    fileprivate init(name: String, detail: String?) {
        switch (name, detail) {
        case ("sent", let eventID?): self = .sent(eventID: eventID)
        case ("failed", let reason): self = .failed(reason: reason ?? "")
        // To try once more under the same transaction identifier can't send a line twice.
        default: self = .queued
        }
    }
}
