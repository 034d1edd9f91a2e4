import Conversations

/// One chat's timeline as a homeserver has it, in one order, and its answers. Tokens are indices into it.
struct TimelineServer {
    private(set) var messages: [Message] = []
    /// The events that each event removed, by its index.
    private var removals: [Int: String] = [:]

    mutating func say(transactionID: String? = nil) {
        messages.append(Story.line("m\(messages.count)", transactionID: transactionID))
    }

    /// A redaction of the event at `index`, which from now on has no content.
    mutating func remove(at index: Int) {
        let target = messages[index]
        removals[messages.count] = target.eventID
        messages[index] = Message(
            eventID: target.eventID, sender: target.sender, timestamp: target.timestamp, kind: target.kind, body: "",
            detail: nil, isRemoved: true, transactionID: target.transactionID, source: "{}")
        messages.append(Story.line("m\(messages.count)", kind: .unknown))
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
    func page(before token: String, limit: Int) -> (messages: [Message], removed: [String], next: String?) {
        let end = Int(token) ?? 0
        let range = max(0, end - limit)..<end
        return (messages[range].reversed(), removed(in: range), end == 0 ? nil : String(range.lowerBound))
    }

    func removed(in range: Range<Int>) -> [String] {
        range.compactMap { removals[$0] }
    }
}
