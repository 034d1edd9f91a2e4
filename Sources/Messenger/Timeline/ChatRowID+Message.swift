import Conversations
import ViewModels

extension ChatRowID {
    /// Returns the row's identifier. For a message sent from this device it doesn't change when the server has it.
    static func of(_ message: Message) -> ChatRowID {
        ChatRowID(message.transactionID.map { "o" + $0 } ?? "m" + message.eventID)
    }

    static func of(_ line: OutboxLine) -> ChatRowID { ChatRowID("o" + line.id) }

    /// Includes both ends of the gap, so that a partly filled gap is a new row and is filled further while on screen.
    static func gap(_ gap: TimelineGap) -> ChatRowID {
        ChatRowID("g\(gap.position) \(gap.onward?.eventID ?? "")")
    }
}
