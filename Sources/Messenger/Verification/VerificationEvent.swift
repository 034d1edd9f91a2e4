import MatrixCrypto

/// Events of verification.
enum VerificationEvent: RoutedEvent {
    /// The user requests a verification.
    case asking(VerificationPartner)
    /// A verification changed. The partner is given if it was requested here, and `nil` if another side requested it.
    case changed(Verification, of: VerificationPartner?)
    /// Both sides sent requests, and the other's replaces this side's.
    case replaced(VerificationTransaction, by: Verification)
    /// The verification couldn't be requested.
    case failed(VerificationPartner, VerificationProblem)
    /// The user opens the verification that was left, or else a waiting request.
    case opened
    /// The user dismissed the notice.
    case dismissed
    case decided(VerificationChoice)
    /// The user leaves the screen; a running verification is canceled.
    case left
}
