/// Whose a key of a chat is, without the key.
package struct KeyOrigin: Hashable, Sendable {
    package let sessionID: String
    /// Whose it is, where that is proved, else empty.
    package let sender: String
    /// The identity key of the device that it is of, or is said to be of.
    package let senderKey: String
    package let signingKey: String?
    /// Whether it was made here.
    package let isOwn: Bool
}
