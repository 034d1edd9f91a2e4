/// A decision of the user in a verification.
package enum VerificationChoice: CaseIterable, Sendable {
    /// Accepts the request of the other side.
    case accept
    case match
    case mismatch
    /// Cancels at any time, or declines a request.
    case cancel
}
