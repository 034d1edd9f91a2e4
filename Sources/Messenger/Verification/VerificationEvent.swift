import MatrixCrypto

/// What happens where somebody compares emoji.
enum VerificationEvent: RoutedEvent {
    /// A person wants to.
    case asking(VerificationPartner)
    /// Of one that was asked for here, by its partner; of one that somebody else asked for, `nil`.
    case changed(Verification, of: VerificationPartner?)
    /// It could not be asked for.
    case failed(VerificationPartner, VerificationProblem)
    /// Something on the way could not be sent, or what was found to be the same could not be kept.
    case hindered(VerificationProblem)
    /// What somebody asked is looked at.
    case opened
    /// What was asked is not to be told any more.
    case dismissed
    case decided(VerificationChoice)
    /// From its screen to where one was before; what goes on ends.
    case left
}
