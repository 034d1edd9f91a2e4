/// By what somebody proves that an account is theirs, and not its token alone (client-server API, "User-Interactive Authentication API").
package struct AccountProof: Hashable, Sendable {
    package var password: String?
    /// What was proven so far under ``ProofDemand/session``, as by a browser.
    package var session: String?

    package init(password: String? = nil, session: String? = nil) {
        self.password = password
        self.session = session
    }

    /// For the first try: some servers ask for nothing, and others say what they ask for.
    package static let nothing = AccountProof()
}

extension AccountProof: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without what must stay secret.
    package var description: String { "AccountProof" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
