import Conversations

/// Who may do what in each chat, read once from what the server said of it.
@MainActor
final class PowerModel {
    private let ownUserID: String
    private var read: [String: (source: ChatPowerSource, power: ChatPower?)] = [:]

    init(ownUserID: String) {
        self.ownUserID = ownUserID
    }

    /// What one may do oneself.
    func own(in chat: Chat) -> OwnPower { OwnPower(power: power(in: chat), userID: ownUserID) }

    /// - Returns: `nil` where it is not known.
    func power(in chat: Chat) -> ChatPower? {
        if let read = read[chat.id], read.source == chat.powerSource { return read.power }
        let power = PowerDecoder.power(chat.powerSource)
        read[chat.id] = (chat.powerSource, power)
        return power
    }
}
