/// Somebody who tries a password or a registration token: what limits count together.
struct LoginTry: Hashable, Sendable {
    /// What speaks for somebody before the password does. Tries of different standing are counted apart, so that a stranger
    /// behind the same address doesn't use up what the owner has.
    enum Standing: Hashable, Sendable {
        case stranger
        /// The account was used from this address before.
        case knownAddress
        /// The device is one of the account's.
        case knownDevice
    }

    let peer: Peer
    /// The account, or what else is tried.
    let account: String
    let standing: Standing

    var isKnown: Bool { standing != .stranger }

    /// For a registration, which tries a token or makes an account.
    static func registration(_ peer: Peer) -> LoginTry {
        LoginTry(peer: peer, account: "registration", standing: .stranger)
    }
}
