import Conversations

/// The permissions in each chat. They are decoded once for each change of their source.
@MainActor
final class PowerModel {
    private let ownUserID: String
    private var read: [String: (source: ChatPowerSource, power: ChatPower?)] = [:]

    init(ownUserID: String) {
        self.ownUserID = ownUserID
    }

    /// The permissions of the account itself.
    func own(in chat: Chat) -> OwnPower { OwnPower(power: power(in: chat), userID: ownUserID) }

    /// - Returns: `nil` if the permissions are unknown.
    func power(in chat: Chat) -> ChatPower? {
        if let read = read[chat.id], read.source == chat.powerSource { return read.power }
        let power = PowerDecoder.power(chat.powerSource)
        read[chat.id] = (chat.powerSource, power)
        return power
    }
}
