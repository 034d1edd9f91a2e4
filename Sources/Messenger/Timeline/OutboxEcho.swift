import Conversations

/// Tells which lines on their way stand in the timeline already.
///
/// The server may tell of a line before it answers the request that brought it, and some servers do so without the transaction
/// identifier. Then nothing names the line for sure until the answer comes, and it would be shown twice for as long.
struct OutboxEcho {
    let window: MessageWindow
    let ownUserID: String

    /// A message that is further from the end is older than any request that is open.
    private static let mostLooked = 50
    /// In milliseconds, by which the server's clock may be behind this device's.
    private static let mostBehind: Int64 = 300_000

    /// The lines without those whose message is there: an own one of the same words, which no other line has claimed.
    func lines(of lines: [OutboxLine]) -> [OutboxLine] {
        guard !window.hasNewer, lines.contains(where: \.isUnderWay) else { return lines }
        var own = window.messages.suffix(Self.mostLooked).map(\.message).filter {
            $0.sender == ownUserID && $0.transactionID == nil && !$0.isRemoved
        }
        guard !own.isEmpty else { return lines }
        return lines.filter { line in
            guard line.isUnderWay, let place = own.firstIndex(where: { isEcho($0, of: line) }) else { return true }
            own.remove(at: place)
            return false
        }
    }

    private func isEcho(_ message: Message, of line: OutboxLine) -> Bool {
        message.kind == line.kind && message.body == line.body && message.replyTo == line.replyTo
            && message.timestamp >= line.acceptedAt - Self.mostBehind
    }
}

extension OutboxLine {
    /// Whether a request with it may be open.
    fileprivate var isUnderWay: Bool { state == .queued && mayHaveLeft }
}
