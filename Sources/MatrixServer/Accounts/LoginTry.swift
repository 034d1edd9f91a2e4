/// An attempt at a password or a registration token. The limits count equal attempts together.
struct LoginTry: Hashable, Sendable {
    /// The evidence for the client's identity before the password is checked. Attempts of different standing are
    /// counted apart, so that a stranger behind the same address doesn't use up the owner's attempts.
    enum Standing: Hashable, Sendable {
        case stranger
        /// The account was used from this address before.
        case knownAddress
        /// The device belongs to the account.
        case knownDevice
    }

    let peer: Peer
    /// The account, or a name for anything else that is tried.
    let account: String
    let standing: Standing

    var isKnown: Bool { standing != .stranger }

    /// Returns the attempt for a registration, which tries a token or creates an account.
    static func registration(_ peer: Peer) -> LoginTry {
        LoginTry(peer: peer, account: "registration", standing: .stranger)
    }
}
