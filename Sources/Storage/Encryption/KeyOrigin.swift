/// The owner of a room key, without the key.
package struct KeyOrigin: Hashable, Sendable {
    package let sessionID: String
    /// The proven owner, otherwise empty.
    package let sender: String
    /// The identity key of the proven or claimed device.
    package let senderKey: String
    package let signingKey: String?
    /// Whether this device created it.
    package let isOwn: Bool
}
