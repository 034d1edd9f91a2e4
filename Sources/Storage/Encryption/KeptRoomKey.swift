package import Foundation

/// The key of a session of a chat, as it is kept.
package struct KeptRoomKey: Hashable, Sendable {
    /// How it came.
    package enum Origin: String, Sendable {
        /// Made here.
        case own
        /// From the device that made it.
        case device
        /// From somebody else's hands: another device of the account, a backup, a file.
        case forwarded, backup, file
    }

    package let chatID: String
    package let sessionID: String
    /// Whose it is, where that is proved, else empty. Somebody who was given another's key could hand it on as their own: it counts for
    /// what they write alone.
    package let sender: String
    /// Of the device that it is of, or is said to be of.
    package var senderKey: String
    package var signingKey: String?
    /// The first message that it reads.
    package var firstIndex: UInt32
    package var origin: Origin
    /// Whether it may be given to who is invited.
    package var isShareable: Bool
    /// Sealed.
    package var state: Data

    package init(
        chatID: String, sessionID: String, sender: String, senderKey: String, signingKey: String?, firstIndex: UInt32,
        origin: Origin, isShareable: Bool, state: Data
    ) {
        self.chatID = chatID
        self.sessionID = sessionID
        self.sender = sender
        self.senderKey = senderKey
        self.signingKey = signingKey
        self.firstIndex = firstIndex
        self.origin = origin
        self.isShareable = isShareable
        self.state = state
    }
}
