extension PersonAtScreen {
    /// Types the command that sends a file, and Enter.
    ///
    /// - Parameter path: as in `~/out/cat.png`.
    package func sendFile(_ path: String) async throws { try await say("/send \(path)") }

    /// Has the selected file saved under its own name, or goes on with that.
    package func saveSelected(_ name: String) async throws {
        try await act("c")
        try await screen.waitFor("Save \(name) where?")
        screen.send(.enter)
    }

    package func waitUntilSaved() async throws {
        try await screen.waitFor("saved as ~/", timeout: .seconds(120))
    }

    /// Waits until the file that is loaded is given up for now.
    package func waitUntilInterrupted() async throws {
        // What is on the screen may be from before it was loaded.
        try await settle()
        try await screen.waitUntil("that it broke off", timeout: .seconds(60)) { screen in
            screen.contains("not fetched: ") && !screen.contains("loading…")
        }
    }

    /// Has what waits tried at once.
    package func tryNow() {
        screen.send(.control("o"))
        screen.send("t")
    }
}
