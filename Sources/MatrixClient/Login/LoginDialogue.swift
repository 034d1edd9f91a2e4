/// The user interface of a login.
package struct LoginDialogue: Sendable {
    /// Called with the step that the login waits for.
    package let report: @Sendable (LoginStep) async -> Void
    /// Asks for one of the offered methods. Other methods are refused.
    package let choose: @Sendable (LoginOffer) async throws -> LoginChoice
    /// Shows the address to open in the browser. The login does not wait for this call, but for the browser.
    package let visit: @Sendable (BrowserVisit) async -> Void
    /// The text that the browser shows at the end.
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
