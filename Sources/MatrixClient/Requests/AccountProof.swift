/// The proof that the user owns the account and not just its token (client-server API, "User-Interactive
/// Authentication API").
package struct AccountProof: Hashable, Sendable {
    package var password: String?
    /// The ``ProofDemand/session`` in which stages were completed, for example by a browser.
    package var session: String?

    package init(password: String? = nil, session: String? = nil) {
        self.password = password
        self.session = session
    }

    /// No proof, for the first attempt. Some servers ask for none, and the others respond with their requirements.
    package static let nothing = AccountProof()
}

extension AccountProof: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without secrets.
    package var description: String { "AccountProof" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
