import Conversations

/// One chat's timeline as a homeserver has it, in one order, and its answers. Tokens are indices into it.
struct TimelineServer {
    /// As they are served now: what was removed has no content.
    private(set) var messages: [Message] = []
    /// As they were sent.
    private(set) var sent: [Message] = []

    mutating func say(transactionID: String? = nil) {
        add(Story.line("m\(messages.count)", transactionID: transactionID))
    }

    /// Takes an event. A redaction of an event that is there empties it from now on.
    mutating func add(_ message: Message) {
        messages.append(message)
        sent.append(message)
        guard case .redaction(let target, _) = message.relation,
            let index = messages.firstIndex(where: { $0.eventID == target })
        else { return }
        messages[index] = messages[index].emptied
    }

    /// A redaction of the event at `index`.
    mutating func remove(at index: Int) {
        add(Story.redaction("m\(messages.count)", of: messages[index].eventID))
    }

    struct Answer {
        var range: Range<Int>
        var isLimited: Bool
        var previousBatch: String
        var token: String
    }

    func sync(since token: String?, limit: Int) -> Answer {
        let start = token.flatMap { Int($0) } ?? 0
        let first = max(start, messages.count - limit)
        return Answer(
            range: first..<messages.count, isLimited: first > start, previousBatch: String(first),
            token: String(messages.count))
    }

    /// The messages before the token, newest first. The beginning is known as such once a page is empty.
    func page(before token: String, limit: Int) -> (messages: [Message], next: String?) {
        let end = Int(token) ?? 0
        let range = max(0, end - limit)..<end
        return (messages[range].reversed(), end == 0 ? nil : String(range.lowerBound))
    }
}

extension Message {
    /// What a redaction leaves (room version 11, "Redactions"): nobody can tell an edit from a message any more, and a
    /// redaction still names what it removed.
    fileprivate var emptied: Message {
        var kept: MessageRelation?
        var kind = kind
        switch relation {
        case .redaction: kept = relation
        case .edit: kind = .text
        case .reaction, nil: break
        }
        return Message(
            eventID: eventID, sender: sender, timestamp: timestamp, kind: kind, body: "", detail: nil,
            isRemoved: true, relation: kept, transactionID: transactionID, source: "{}")
    }
}
