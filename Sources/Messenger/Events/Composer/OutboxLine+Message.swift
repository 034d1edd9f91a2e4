import Conversations
import MatrixAPI

extension OutboxLine {
    /// A line of text with a transaction identifier of its own, made once and kept over every retry.
    static func message(_ body: String, isEmote: Bool, chatID: String, now: Int64) -> OutboxLine {
        var generator = SystemRandomNumberGenerator()
        let id = "confab-" + String(now, radix: 36) + "-" + String(generator.next(), radix: 36)
        return OutboxLine(
            id: id, chatID: chatID, type: "m.room.message", body: body, isEmote: isEmote,
            content: MessageContent.text(body, isEmote: isEmote).serializedText, acceptedAt: now, state: .queued)
    }
}
