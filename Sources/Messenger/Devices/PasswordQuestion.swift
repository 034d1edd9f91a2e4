import MatrixClient

/// What has to be typed before a device is logged out.
struct PasswordQuestion: Hashable, Sendable {
    /// Rises with each question.
    let number: Int
    let deviceID: String
    /// Without the password.
    let proof: AccountProof
    let isWrong: Bool
}
