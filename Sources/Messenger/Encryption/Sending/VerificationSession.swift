import MatrixCrypto

/// A session of a chat by which nothing but verifications is said, so that its key can be given to devices that get the key of no line.
///
/// It lives in memory: the next run of the program begins another, and none goes on where it was before.
struct VerificationSession {
    private static let longestAge: Int64 = 3_600_000

    var session = MegolmOutboundSession()
    /// That were given the key, or had none of their own by which it could be given.
    var told: Set<DeviceAddress> = []
    /// Milliseconds since 1970.
    let madeAt: Int64

    /// Whether it can go on among the devices that are there now: who is gone does not read what follows.
    func serves(_ devices: Set<DeviceAddress>, now: Int64) -> Bool {
        abs(now - madeAt) < Self.longestAge && told.isSubset(of: devices)
    }
}
