/// The person at the other end of a login.
package struct LoginDialogue: Sendable {
    /// Told what is waited for.
    package let report: @Sendable (LoginStep) async -> Void
    /// Asked by which of the ways in; what was not offered is refused.
    package let choose: @Sendable (LoginOffer) async throws -> LoginChoice
    /// Shown where the browser goes, or has to be sent. The login waits until it comes back, not for this.
    package let visit: @Sendable (BrowserVisit) async -> Void
    /// What the browser shows once it came back.
    package let farewell: String

    package init(
        farewell: String = "",
        report: @escaping @Sendable (LoginStep) async -> Void = { _ in },
        choose: @escaping @Sendable (LoginOffer) async throws -> LoginChoice,
        visit: @escaping @Sendable (BrowserVisit) async -> Void = { _ in }
    ) {
        self.farewell = farewell
        self.report = report
        self.choose = choose
        self.visit = visit
    }
}
