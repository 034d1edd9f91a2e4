import Conversations
import Storage

/// One chat's timeline as a homeserver has it, in one order, and its answers. Tokens are indices into it.
struct TimelineServer {
    /// As they are served now: what was removed has no content.
    private(set) var messages: [Message] = []
    /// As they were sent.
    private(set) var sent: [Message] = []

    /// - Parameter time: by the clock of whoever says it; `nil`: a right one.
    mutating func say(transactionID: String? = nil, at time: Int64? = nil) {
        let line = Story.line("m\(messages.count)", transactionID: transactionID)
        add(
            Message(
                eventID: line.eventID, sender: line.sender, timestamp: time ?? line.timestamp, kind: line.kind,
                body: line.body, detail: nil, isRemoved: false, transactionID: transactionID, source: line.source))
    }

    /// Takes an event. A redaction of an event that is there empties it from now on.
    mutating func add(_ message: Message) {
        messages.append(message)
        sent.append(message)
        guard case .redaction(let target, let reason) = message.relation else { return }
        // Whoever asks later is told no reason that is gone.
        for index in messages.indices where messages[index].removal?.eventID == target {
            messages[index].removal?.reason = nil
        }
        guard let index = messages.firstIndex(where: { $0.eventID == target }) else { return }
        let removal = MessageRemoval(
            eventID: message.eventID, sender: message.sender, timestamp: message.timestamp,
            reason: message.eventID == target ? nil : reason)
        messages[index] = messages[index].emptied(by: messages[index].removal ?? removal)
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

    /// The event at an index with as many on either side, oldest first.
    func context(of index: Int, half: Int) -> TimelineIsland {
        let range = max(0, index - half)..<min(messages.count, index + half + 1)
        return TimelineIsland(
            messages: Array(messages[range]), around: messages[index].eventID,
            olderToken: range.lowerBound == 0 ? nil : String(range.lowerBound), newerToken: String(range.upperBound))
    }

    /// The messages after the token, oldest first.
    func page(after token: String, limit: Int) -> (messages: [Message], next: String?) {
        let start = Int(token) ?? 0
        let range = start..<max(start, min(messages.count, start + limit))
        return (Array(messages[range]), range.upperBound < messages.count ? String(range.upperBound) : nil)
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
    fileprivate func emptied(by removal: MessageRemoval) -> Message {
        var kept: MessageRelation?
        var kind = kind
        switch relation {
        case .redaction(let target, _): kept = .redaction(of: target, reason: nil)
        case .edit: kind = .text
        case .reaction, .pollAnswer, .pollEnd, nil: break
        }
        return Message(
            eventID: eventID, sender: sender, timestamp: timestamp, kind: kind, body: "", detail: nil,
            isRemoved: true, relation: kept, transactionID: transactionID, source: "{}",
            removal: removal)
    }
}
