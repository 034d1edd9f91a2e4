/// The reason that a chat was not created.
package enum CreateChatFailureReason: Hashable, Sendable {
    case reason(FailureReason)
    /// The chat would be encrypted by default, but the server lists no device of a person that can read it.
    case nothingReads(userID: String)
    /// It is unknown whether a person has such a device.
    case devicesUnknown(userID: String)
    /// A person could not be invited to an existing chat, while others were.
    case notInvited(userID: String, FailureReason, invited: [String])

    /// Whether the user has to decide about encryption.
    package var asksForEncryption: Bool {
        switch self {
        case .nothingReads, .devicesUnknown: true
        case .reason, .notInvited: false
        }
    }
}

/// The verification state of a device of the account.
package enum OwnDeviceTrust: Hashable, Sendable {
    case verified, unverified
}

/// Changes of the keys, the identity and the backup of this device.
package enum EncryptionEvent: RoutedEvent {
    /// The verification state of this device has changed.
    case identityChanged(OwnIdentityState)
    /// New keys may decrypt stored events.
    case keysCame
    /// The state of the server's backup has changed.
    case backupChanged(BackupStatus)
    /// Whether the account has a recovery key.
    case recoveryKeyKnown(Bool)
    /// The progress of restoring the backup.
    case restored(RestoreState)
}

/// The state of the background chores of an ``EncryptionEndpoint``.
struct ChoreState {
    /// The delay before a failed run is retried, in milliseconds.
    static let pause: Int64 = 30_000

    var areWanted = false
    /// Whether no more runs may start.
    var areOver = false
    var running: Task<Void, Never>?
    /// The time of the last failed run in milliseconds since 1970.
    var failedAt: Int64?
}

/// Changes of other people's devices.
package enum DeviceChanges: Sendable {
    /// Servers report that some devices have changed.
    case outdated
    /// The known devices or identities have changed.
    case changed
}

/// A person for whom a server returned no answer about devices. The retry interval grows, and is reset when the
/// server reports a change of their devices.
struct DeviceQueryBackoff {
    /// The first retry interval in milliseconds.
    private static let firstWait: Int64 = 60_000
    private static let longestWait: Int64 = 3_600_000

    /// The generation of the person's devices before the request.
    private let generation: Int64
    private let askedAt: Int64
    private let wait: Int64

    /// - Parameter earlier: the state after the previous request.
    init(generation: Int64, askedAt: Int64, after earlier: DeviceQueryBackoff?) {
        self.generation = generation
        self.askedAt = askedAt
        let before = earlier.flatMap { $0.generation == generation ? $0.wait : nil }
        wait = before.map { min($0 * 2, Self.longestWait) } ?? Self.firstWait
    }

    /// Whether the retry interval has not passed yet.
    func isSilent(_ generation: Int64, now: Int64) -> Bool {
        generation == self.generation && abs(now - askedAt) < wait
    }
}

/// Facts about the key of an encrypted message.
package struct MessageInfoKey: Hashable, Sendable {
    /// The number of devices, by user, that couldn't be given the key of a message from this device.
    package var unreached: [String: Int] = [:]
    /// The device that encrypted the message; `nil` if this is not proven, or if the device no longer belongs to the
    /// sender.
    package var device: Device?
    /// The reason why the message may not be from its stated sender.
    package var doubt: AuthenticityWarning?

    package init(unreached: [String: Int] = [:], device: Device? = nil, doubt: AuthenticityWarning? = nil) {
        self.unreached = unreached
        self.device = device
        self.doubt = doubt
    }

    package struct Device: Hashable, Sendable {
        package let deviceID: String
        package let isThisOne: Bool
    }
}

/// The session and the sender of an encrypted message.
package struct LineOrigin: Hashable, Sendable {
    package let sessionID: String
    package let sender: String

    package init(sessionID: String, sender: String) {
        self.sessionID = sessionID
        self.sender = sender
    }
}

/// The trust in a person's identity.
package enum PersonTrust: Hashable, Sendable {
    /// The account's owner verified the person, and all of the person's devices are signed.
    case verified
    /// The person has an unsigned device, which may belong to somebody else.
    case hasUnverifiedDevice
    /// The person's identity changed, and the user hasn't accepted the new one.
    case identityChanged
    /// The person isn't verified, as is usual.
    case unverified
}
