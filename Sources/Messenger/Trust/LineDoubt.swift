/// Why a line of an encrypted chat may not be from whom it is said to be.
enum LineDoubt: Hashable, Sendable {
    /// Everybody on the way could read it, and whoever has the server could have written it.
    case inClear
    /// The key came from somebody who can't say whose it is: a file, a backup, another device.
    case unprovenKey
    /// Its sender has no such device, or has it no more.
    case unknownDevice
    /// Nobody told yet what devices its sender has, so that nothing says whether it is one of them.
    case uncheckedDevice
    /// Whoever has the server could have added the device.
    ///
    /// - isOwnerVerified: whether we compared who its owner is.
    case notSignedByOwner(isOwnerVerified: Bool)
    /// Of an identity that nobody answered for yet.
    case identityChanged
}

/// What weighs more is greater.
extension LineDoubt: Comparable {
    static func < (one: LineDoubt, other: LineDoubt) -> Bool { one.rank < other.rank }

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
