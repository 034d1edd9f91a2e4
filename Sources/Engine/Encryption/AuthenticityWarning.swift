/// The reason why a message of an encrypted chat may not be from its stated sender.
package enum AuthenticityWarning: Hashable, Sendable {
    /// It is unencrypted: anybody between the sender and this device could read it, and the server's operator could
    /// have written it.
    case inClear
    /// The key came from a source that can't prove its origin: a file, a backup or another device.
    case unprovenKey
    /// The sender doesn't have the device, or no longer has it.
    case unknownDevice
    /// The sender's devices haven't been fetched yet, so it is unknown whether this is one of them.
    case uncheckedDevice
    /// The server's operator could have added the device.
    ///
    /// - isOwnerVerified: whether the account's owner verified the sender.
    case notSignedByOwner(isOwnerVerified: Bool)
    /// The sender's identity changed, and the user hasn't accepted the new one yet.
    case identityChanged
}

/// Ordered by severity, the worst being the greatest.
extension AuthenticityWarning: Comparable {
    package static func < (one: AuthenticityWarning, other: AuthenticityWarning) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .unprovenKey: 0
        case .uncheckedDevice: 1
        case .unknownDevice: 2
        case .notSignedByOwner(isOwnerVerified: false): 3
        case .notSignedByOwner(isOwnerVerified: true): 4
        case .identityChanged: 5
        case .inClear: 6
        }
    }
}
