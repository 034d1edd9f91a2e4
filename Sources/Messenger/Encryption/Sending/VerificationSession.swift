import MatrixCrypto

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
