import Conversations

/// Changes to messages that are in the outbox and not in the timeline yet, by message.
struct AskedChanges {
    struct Changes: Hashable {
        var edit: OutboxLine?
        var removal: OutboxLine?
        var reactions: [OutboxLine] = []
        /// The newest answer to a poll.
        var answer: OutboxLine?
        var pollEnd: OutboxLine?

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

    subscript(target: OutboxLine.Target) -> Changes { changes[target] ?? Changes() }

    /// Returns whether a change of the message, or of a reaction to it, is requested.
    func concern(_ message: Message) -> Bool {
        guard !changes.isEmpty else { return false }
        return of(message) != Changes()
            || message.reactions.contains { $0.givers.contains { changes[.event($0.eventID)] != nil } }
    }

    /// Returns the requested changes of a message, identified by its event or its former outbox message.
    func of(_ message: Message) -> Changes {
        guard !changes.isEmpty else { return Changes() }
        if let asked = changes[.event(message.eventID)] { return asked }
        return message.transactionID.flatMap { changes[.line($0)] } ?? Changes()
    }
}
