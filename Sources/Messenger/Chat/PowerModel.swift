import Conversations

/// Who may do what in each chat, read once from what the server said of it.
@MainActor
final class PowerModel {
    private var read: [String: (source: ChatPowerSource, power: ChatPower?)] = [:]

    /// - Returns: `nil` where it is not known.
    func power(in chat: Chat) -> ChatPower? {
        if let read = read[chat.id], read.source == chat.powerSource { return read.power }
        let power = PowerDecoder.power(chat.powerSource)
        read[chat.id] = (chat.powerSource, power)
        return power
    }
}

extension Models {
    func ownPower(in chat: Chat) -> OwnPower {
        OwnPower(power: power.power(in: chat), userID: account.userID)
    }
}
