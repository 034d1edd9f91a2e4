/// What a person decides in a verification.
package enum VerificationChoice: CaseIterable, Sendable {
    /// To the question of the other side.
    case accept
    case match
    case mismatch
    /// At any time; to a question it is a no.
    case cancel
}
