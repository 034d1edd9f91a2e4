import Conversations
import ViewModels

extension ChatRowID {
    /// The same before and after the server has it, where this device sent it.
    static func of(_ message: Message) -> ChatRowID {
        ChatRowID(message.transactionID.map { "o" + $0 } ?? "m" + message.eventID)
    }

    static func of(_ line: OutboxLine) -> ChatRowID { ChatRowID("o" + line.id) }

    static func gap(at position: Int64) -> ChatRowID { ChatRowID("g\(position)") }
}
