import Conversations
import Storage

/// The timeline of one chat as a homeserver stores it, in one order, with its answers. Tokens are indices into it.
struct TimelineServer {
    /// The messages as they are served now. Redacted ones have no content.
    private(set) var messages: [Message] = []
    /// The messages as they were sent.
    private(set) var sent: [Message] = []

    /// - Parameter time: The time by the sender's clock. `nil` stands for a correct clock.
    mutating func say(transactionID: String? = nil, at time: Int64? = nil) {
        let line = Story.line("m\(messages.count)", transactionID: transactionID)
        add(
            Message(
                eventID: line.eventID, sender: line.sender, timestamp: time ?? line.timestamp, kind: line.kind,
                body: line.body, detail: nil, isRemoved: false, transactionID: transactionID, source: line.source))
    }

    /// Adds an event. A redaction empties its target from now on.
    mutating func add(_ message: Message) {
        messages.append(message)
        sent.append(message)
        guard case .redaction(let target, let reason) = message.relation else { return }
        // Later requests don't get a reason that was redacted itself.
        for index in messages.indices where messages[index].removal?.eventID == target {
            messages[index].removal?.reason = nil
        }
        guard let index = messages.firstIndex(where: { $0.eventID == target }) else { return }
        let removal = MessageRemoval(
            eventID: message.eventID, sender: message.sender, timestamp: message.timestamp,
            reason: message.eventID == target ? nil : reason)
        messages[index] = messages[index].emptied(by: messages[index].removal ?? removal)
    }

    /// Adds a redaction of the event at `index`.
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

    /// Returns the event at an index with `half` events on either side, oldest first.
    func context(of index: Int, half: Int) -> TimelineIsland {
        let range = max(0, index - half)..<min(messages.count, index + half + 1)
        return TimelineIsland(
            messages: Array(messages[range]), around: messages[index].eventID,
            olderToken: range.lowerBound == 0 ? nil : String(range.lowerBound), newerToken: String(range.upperBound))
    }

    /// Returns the messages after the token, oldest first.
    func page(after token: String, limit: Int) -> (messages: [Message], next: String?) {
        let start = Int(token) ?? 0
        let range = start..<max(start, min(messages.count, start + limit))
        return (Array(messages[range]), range.upperBound < messages.count ? String(range.upperBound) : nil)
    }

    /// Returns the messages before the token, newest first. An empty page marks the beginning.
    func page(before token: String, limit: Int) -> (messages: [Message], next: String?) {
        let end = Int(token) ?? 0
        let range = max(0, end - limit)..<end
        return (messages[range].reversed(), end == 0 ? nil : String(range.lowerBound))
    }
}

extension Message {
    /// The remainder of a redacted event (room version 11, "Redactions"). An edit can't be told from a message any
    /// more, and a redaction still names its target.
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
