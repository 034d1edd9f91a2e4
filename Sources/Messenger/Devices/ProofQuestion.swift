import MatrixClient

/// A request for a proof before a device is logged out.
struct ProofQuestion: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// - Parameter isWrong: whether the typed password was wrong.
        case password(isWrong: Bool)
        /// - Parameters:
        ///   - page: the page to open in a browser.
        ///   - isAgain: whether the user reported the step as done, but the server doesn't know about it.
        case browser(page: String, isAgain: Bool)
    }

    /// A counter that increases with each question.
    let number: Int
    let deviceID: String
    /// The proof without the password.
    let proof: AccountProof
    let kind: Kind
}
