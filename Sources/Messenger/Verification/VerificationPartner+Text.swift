import ViewModels

extension VerificationPartner {
    /// The text of a request in a chat for clients that show it as a message.
    static var requestText: String { .words("verification.request-for-other-clients") }
}
