import Conversations
import Messenger

/// Changes to messages that are in the outbox and not in the timeline yet, by message.
struct AskedChanges {
    struct Changes: Hashable {
        var edit: OutboxLine?
        var removal: OutboxLine?
        var reactions: [OutboxLine] = []
        /// The newest answer to a poll.
        var answer: OutboxLine?
        var pollEnd: OutboxLine?

        var isEmpty: Bool { self == Changes() }

        /// The change that waits or was refused, if any.
        var unsent: OutboxLine? {
            ([removal, edit, pollEnd, answer] + reactions).compactMap { $0 }.first(where: \.isUnsent)
        }
    }

    private var changes: [OutboxLine.Target: Changes] = [:]

    init(_ outbox: [OutboxLine]) {
        for line in outbox {
            switch line.purpose {
            case .message: break
            case .edit(let target): changes[target, default: Changes()].edit = line
            case .reaction(let target, _): changes[target, default: Changes()].reactions.append(line)
            case .redaction(let target, _): changes[target, default: Changes()].removal = line
            case .pollAnswer(let target, _): changes[target, default: Changes()].answer = line
            case .pollEnd(let target): changes[target, default: Changes()].pollEnd = line
            }
        }
    }

    var isEmpty: Bool { changes.isEmpty }

    subscript(target: OutboxLine.Target) -> Changes { changes[target] ?? Changes() }

    /// Returns the requested changes of a message, identified by its event or its former outbox message.
    func of(_ message: Message) -> Changes {
        guard !changes.isEmpty else { return Changes() }
        if let asked = changes[.event(message.eventID)] { return asked }
        return message.transactionID.flatMap { changes[.line($0)] } ?? Changes()
    }
}

/// Finds the outbox messages that are already in the timeline.
///
/// A sync may contain a message before its request is answered, and some servers leave out the transaction
/// identifier. Until the answer comes nothing identifies the message, and it would be shown twice.
struct OutboxEcho {
    let window: MessageWindow
    let ownUserID: String

    /// The number of newest messages that are searched. An older one can't belong to an open request.
    private static let maxLooked = 50
    /// The largest delay of the server's clock behind this device's, in milliseconds.
    private static let maxBehind: Int64 = 300_000

    /// Returns the outbox messages that aren't in the timeline. Each own message with the same text
    /// accounts for one of them.
    func lines(of lines: [OutboxLine]) -> [OutboxLine] {
        guard !window.hasNewer, lines.contains(where: \.isUnderWay) else { return lines }
        var own = window.messages.suffix(Self.maxLooked).map(\.message).filter {
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
            && message.timestamp >= line.acceptedAt - Self.maxBehind
    }
}

extension OutboxLine {
    /// Whether its request may be open.
    fileprivate var isUnderWay: Bool { state == .queued && mayHaveLeft }
}
