import Conversations

/// Finds the outbox messages that are already in the timeline.
///
/// A sync may contain a message before its request is answered, and some servers leave out the transaction
/// identifier. Until the answer comes nothing identifies the message, and it would be shown twice.
struct OutboxEcho {
    let window: MessageWindow
    let ownUserID: String

    /// The number of newest messages that are searched. An older one can't belong to an open request.
    private static let mostLooked = 50
    /// The largest delay of the server's clock behind this device's, in milliseconds.
    private static let mostBehind: Int64 = 300_000

    /// Returns the outbox messages that aren't in the timeline. Each own message with the same text
    /// accounts for one of them.
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
    /// Whether its request may be open.
    fileprivate var isUnderWay: Bool { state == .queued && mayHaveLeft }
}
