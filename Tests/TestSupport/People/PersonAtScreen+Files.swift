extension PersonAtScreen {
    /// Types the command that sends a file, and presses Enter.
    ///
    /// - Parameter path: The path, as in `~/out/cat.png`.
    package func sendFile(_ path: String) async throws { try await say("/send \(path)") }

    /// Saves the selected file under its own name, or resumes its download.
    package func saveSelected(_ name: String) async throws {
        try await act("c")
        try await screen.waitFor("Save \(name) where?")
        screen.send(.enter)
    }

    package func waitUntilSaved() async throws {
        try await screen.waitFor("saved as ~/")
    }

    /// Waits until the download is interrupted.
    package func waitUntilInterrupted() async throws {
        // The text on the screen may be from before the download.
        try await settle()
        try await screen.waitUntil("that it broke off") { screen in
            screen.contains("not fetched: ") && !screen.contains("loading…")
        }
    }

    /// Triggers pending retries at once.
    package func tryNow() {
        screen.send(.control("o"))
        screen.send("t")
    }
}
