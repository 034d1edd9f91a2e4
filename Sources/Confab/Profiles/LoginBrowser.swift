import MatrixClient

/// The browser that somebody logs in with.
enum LoginBrowser {
    /// Opens it, where there is one that the person sees: over SSH it would be nobody's screen.
    ///
    /// - Returns: whether it was started.
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
    /// The same, with the browser opened before its address is shown.
    func openingTheBrowser() -> LoginDialogue {
        LoginDialogue(farewell: farewell, report: report, choose: choose) { visit in
            var visit = visit
            visit.isOpened = LoginBrowser.open(visit.address)
            await self.visit(visit)
        }
    }
}
