package import Conversations
import Engine

/// Decodes the permissions in each chat, once for each change of their source.
@MainActor
package final class PowerCache {
    private let ownUserID: String
    private var read: [String: (source: ChatPowerSource, power: ChatPower?)] = [:]

    init(ownUserID: String) {
        self.ownUserID = ownUserID
    }

    /// The permissions of the account itself.
    package func own(in chat: Chat) -> OwnPower { OwnPower(power: power(in: chat), userID: ownUserID) }

    /// - Returns: `nil` if the permissions are unknown.
    package func power(in chat: Chat) -> ChatPower? {
        if let read = read[chat.id], read.source == chat.powerSource { return read.power }
        let power = PowerDecoder.power(chat.powerSource)
        read[chat.id] = (chat.powerSource, power)
        return power
    }
}
