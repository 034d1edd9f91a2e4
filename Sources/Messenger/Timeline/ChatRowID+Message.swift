import Conversations
import ViewModels

extension ChatRowID {
    /// The same before and after the server has it, where this device sent it.
    static func of(_ message: Message) -> ChatRowID {
        ChatRowID(message.transactionID.map { "o" + $0 } ?? "m" + message.eventID)
    }

    static func of(_ line: OutboxLine) -> ChatRowID { ChatRowID("o" + line.id) }

    /// Another one once the gap is smaller, at whichever end: it is filled on where it is on screen.
    static func gap(_ gap: TimelineGap) -> ChatRowID {
        ChatRowID("g\(gap.position) \(gap.onward?.eventID ?? "")")
    }
}
