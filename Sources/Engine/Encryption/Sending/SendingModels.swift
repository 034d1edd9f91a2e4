import MatrixAPI
import MatrixCrypto

/// A cache of the recipients of keys in the chat of the last sent message.
struct RecipientCache: Sendable {
    let people: [PersonRecipients]
    /// The devices of all these people.
    let devices: RoomKeyRecipients.Devices
    /// The value of ``EncryptionEndpoint/devicesNumber`` before the check. The cache is valid while that stays
    /// the same.
    let devicesNumber: Int

    init(people: [PersonRecipients], devicesNumber: Int) {
        self.people = people
        self.devicesNumber = devicesNumber
        var devices = RoomKeyRecipients.Devices()
        for person in people {
            devices.given += person.devices.given
            devices.withheld += person.devices.withheld
            devices.changedPeople += person.devices.changedPeople
        }
        self.devices = devices
    }
}

/// The inputs for sharing the key of a chat's session. While they stay the same, the recipients need not be
/// checked again.
struct SharedRoomKeyCache: Equatable, Sendable {
    let people: [String]
    let rule: RotationRule
    let isShareable: Bool
    /// A counter that changes whenever a device or an identity changes.
    let devicesNumber: Int
}

/// The lifetime of a chat's session before it is replaced (client-server API, `m.room.encryption`).
struct RotationRule: Equatable {
    private static let usualCount: Int64 = 100
    private static let usualAge: Int64 = 604_800_000
    /// The minimum age, since more frequent rotation would cost more than it protects.
    private static let shortestAge: Int64 = 3_600_000

    let messages: Int64
    /// The maximum age in milliseconds.
    let age: Int64

    /// - Parameter settings: the content of `m.room.encryption` as JSON.
    init(settings: String?) {
        let json = settings.flatMap { try? JSONValue(parsing: $0) }
        messages = min(max(json?["rotation_period_msgs"]?.wholeNumber ?? Self.usualCount, 1), 10_000)
        age = max(json?["rotation_period_ms"]?.wholeNumber ?? Self.usualAge, Self.shortestAge)
    }

    func isOver(messages sent: UInt32, age passed: Int64) -> Bool {
        // A clock that was set back by more than an hour ends the session as well.
        Int64(sent) >= messages || passed >= age || passed < -Self.shortestAge
    }
}

/// An outbound session of a chat for verifications only, so that its key can be shared with devices that receive
/// no other keys.
///
/// It is kept in memory only: the next run of the program starts a new one, so that no index is used twice.
struct VerificationSession {
    private static let longestAge: Int64 = 3_600_000

    var session = MegolmOutboundSession()
    /// The devices that received the key, or could not receive it for lack of a one-time key.
    var told: Set<DeviceAddress> = []
    /// The time of creation in milliseconds since 1970.
    let madeAt: Int64

    /// Whether it can be used for the current devices: a removed device must not read later messages.
    func serves(_ devices: Set<DeviceAddress>, now: Int64) -> Bool {
        abs(now - madeAt) < Self.longestAge && told.isSubset(of: devices)
    }
}
