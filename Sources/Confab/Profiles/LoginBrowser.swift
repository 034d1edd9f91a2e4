import MatrixClient

/// The browser for a login.
enum LoginBrowser {
    /// Opens the address if the browser would appear on the user's screen. Over SSH it would appear on another one.
    ///
    /// - Returns: whether the browser was started.
    static func open(
        _ address: String, environment: [String: String] = ProgramEnvironment.value
    ) -> Bool {
        let signs = ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"]
        guard signs.contains(where: { !(environment[$0] ?? "").isEmpty }),
            let program = ProgramCommand.browser(environment: environment)
        else { return false }
        return program.start(with: address) == nil
    }
}

extension LoginDialogue {
    /// Returns a dialogue that opens the browser before its address is shown.
    func openingTheBrowser() -> LoginDialogue {
        LoginDialogue(farewell: farewell, report: report, choose: choose) { visit in
            var visit = visit
            visit.isOpened = LoginBrowser.open(visit.address)
            await self.visit(visit)
        }
    }
}
