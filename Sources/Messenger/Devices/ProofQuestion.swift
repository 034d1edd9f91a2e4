import MatrixClient

/// What has to be proven before a device is logged out.
struct ProofQuestion: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// - Parameter isWrong: whether the one that was typed is not it.
        case password(isWrong: Bool)
        /// - Parameters:
        ///   - page: on which a browser does it.
        ///   - isAgain: whether somebody said that it is done, and the server knows nothing of it.
        case browser(page: String, isAgain: Bool)
    }

    /// Rises with each question.
    let number: Int
    let deviceID: String
    /// Without the password.
    let proof: AccountProof
    let kind: Kind
}
