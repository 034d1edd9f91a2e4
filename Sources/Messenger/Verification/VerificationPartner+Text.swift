import ViewModels

extension VerificationPartner {
    /// What the question in a chat says where it is shown as a line.
    static var requestText: String { .words("verification.request-for-other-clients") }
}
