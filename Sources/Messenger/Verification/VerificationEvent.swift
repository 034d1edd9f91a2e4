import MatrixCrypto

/// What happens where somebody compares emoji.
enum VerificationEvent: RoutedEvent {
    /// A person wants to.
    case asking(VerificationPartner)
    /// Of one that was asked for here, by its partner; of one that somebody else asked for, `nil`.
    case changed(Verification, of: VerificationPartner?)
    /// Both sides asked each other, and what this one asked is dropped for what the other did.
    case replaced(VerificationTransaction, by: Verification)
    /// It could not be asked for.
    case failed(VerificationPartner, VerificationProblem)
    /// What somebody left is looked at again, or else what somebody asked.
    case opened
    /// That is not to be told any more.
    case dismissed
    case decided(VerificationChoice)
    /// From its screen to where one was before; what goes on ends.
    case left
}
