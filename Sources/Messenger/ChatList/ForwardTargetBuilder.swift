import Conversations
import ViewModels

/// Builds the list of chats that a message can be forwarded to.
struct ForwardTargetBuilder {
    let chats: ChatTable
    let order: [String]
    let ownUserID: String

    func build() -> [ForwardTarget] {
        order.compactMap { chats[$0] }.map { chat in
            ForwardTarget(
                chatID: chat.id, title: DisplayText(sanitizing: Naming.chat(chat)),
                reason: { [ownUserID] in Self.reason(against: chat, ownUserID: ownUserID) })
        }
    }

    private static func reason(against chat: Chat, ownUserID: String) -> DisplayText? {
        if chat.membership != .joined { return .words("message-actions.you-are-not-in-this-chat") }
        return OwnPower(power: PowerDecoder.power(chat.powerSource), userID: ownUserID).lack(
            toSend: "m.room.message", .words("message-actions.write-there"))
    }
}
