package import Foundation

/// The stored key of a session of a chat.
package struct StoredRoomKey: Hashable, Sendable {
    /// The source of the key.
    package enum Origin: String, Sendable {
        /// Created by this device.
        case own
        /// Received from the device that created it.
        case device
        /// Received from elsewhere: another device of the account, a backup, a file.
        case forwarded, backup, file
    }

    package let chatID: String
    package let sessionID: String
    /// The Matrix ID of the owner if it is authenticated, otherwise empty. A person could pass on the key of another
    /// person as their own, so an owner is trusted for their own messages only.
    package let sender: String
    /// The identity key of the device that created the key. The device is only claimed if ``sender`` is empty.
    package var senderKey: String
    package var signingKey: String?
    /// The index of the first message that it decrypts.
    package var firstIndex: UInt32
    package var origin: Origin
    /// Whether it may be shared with people who are invited.
    package var isShareable: Bool
    /// The encrypted state.
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
