extension PersonAtScreen {
    /// Creates a chat with a user, which is then on screen. It is unencrypted if the user has no device with
    /// encryption.
    package func invite(_ userID: String) async throws {
        screen.send(.function(4))
        try await screen.waitFor("With whom?")
        screen.send(userID)
        try await screen.waitFor("› \(userID)")
        screen.send(.enter)
        try await screen.waitFor("Enter starts a chat")
        screen.send(.enter)
        try await screen.waitUntil("the chat, or why there is none") { screen in
            !screen.contains("With whom?") || screen.contains("Not made yet")
        }
        if screen.screen.contains("Not made yet") { screen.send(.enter) }
        try await screen.waitUntilGone("With whom?")
        try await screen.waitFor("write a message")
    }

    /// Waits for the only invitation, opens it if necessary, and accepts it.
    package func acceptInvitation() async throws {
        try await screen.waitUntil("an invitation") { screen in
            screen.contains("✉") || screen.contains("a accepts")
        }
        if !screen.screen.contains("a accepts") { screen.send(.control("n")) }
        try await screen.waitFor("a accepts")
        screen.send("a")
        try await screen.waitFor("write a message")
    }

    /// Waits until this device is verified, and returns to the chats.
    package func waitUntilConfirmed() async throws {
        screen.send(.control("o"))
        screen.send("sk")
        try await screen.waitFor("This device is verified")
        screen.send(.escape)
        try await screen.waitUntilGone("This device is verified")
    }

    /// Creates a recovery key, which stays on the screen until the user confirms that it is written down.
    package func makeRecoveryKey() async throws -> String {
        screen.send(.control("o"))
        screen.send("sk")
        try await screen.waitFor("This device is verified")
        screen.send(.down, .enter)
        try await screen.waitFor("It is written down")
        let rows = screen.screen.rows.joined(separator: " ")
        let key = rows.firstMatch(of: #/Es[1-9A-Za-z]{2}\s+(?:[1-9A-Za-z]{4}\s+){10}[1-9A-Za-z]{4}/#)
        return key.map { String($0.output) } ?? ""
    }

    /// Confirms that the key on the screen is written down.
    package func keepRecoveryKey() async throws {
        screen.send(.down, .enter)
        try await screen.waitUntilGone("Your recovery key")
    }

    /// Dismisses the question that a new device of an existing account asks.
    package func putOffVerification() async throws {
        try await screen.waitFor("Verify this device")
        screen.send(.escape)
        try await screen.waitUntilGone("Verify this device")
    }

    /// Types a line and sends it.
    package func say(_ line: String) async throws {
        screen.send(line)
        try await screen.waitFor("▏\(line)")
        screen.send(.enter)
        try await screen.waitUntilGone("▏\(line)")
    }

    /// Moves up from the last message to the one that shows a text.
    package func select(_ text: String) async throws {
        for _ in 0..<30 {
            let before = screen.screen.rows.first { $0.contains("│▌") }
            screen.send(.up)
            // A message of several rows has the mark in each of them.
            try await screen.waitUntil("a selection above “\(before ?? "none")”") { screen in
                screen.rows.first { $0.contains("│▌") }.map { $0 != before } ?? false
            }
            if screen.screen.rows.contains(where: { $0.contains("│▌") && $0.contains(text) }) { return }
        }
    }

    /// Opens the actions of the selected item, and chooses one by its letter.
    package func act(_ letter: String) async throws {
        screen.send(.enter)
        try await screen.waitFor(": a letter")
        screen.send(letter)
    }

    /// Returns once the program has handled all earlier input. This presses a key that leaves no trace.
    package func settle() async throws {
        // The last row is drawn at the end of a frame.
        try await pressF1("the help") { $0.rows.last?.hasSuffix(" more") == true }
        screen.send(.escape)
        try await screen.waitUntil("the end of the help") { $0.rows.last?.hasSuffix(" more") == false }
    }

    /// Like ``settle()``, but for a form, whose footer shows the same key to leave as the help.
    ///
    /// - Parameter heading: The heading of the keys for this place, as in `In the contacts`.
    package func settle(where heading: String) async throws {
        try await pressF1("“\(heading)”") { $0.contains(heading) }
        screen.send(.escape)
        try await screen.waitUntilGone(heading)
    }

    /// Presses F1 until there is help. Right after an Esc, both are read as one key, and the program says so.
    private func pressF1(_ description: String, _ isThere: (ScreenEmulator) -> Bool) async throws {
        screen.send(.function(1))
        let merged = "M-F1 means nothing here"
        try await screen.waitUntil("\(description), or \(merged)") { isThere($0) || $0.contains(merged) }
        guard !isThere(screen.screen) else { return }
        screen.send(.function(1))
        try await screen.waitUntil(description, isThere)
    }

    /// Waits until the chat list shows this badge beside a name.
    package func waitForList(of name: String, toShow badge: String) async throws {
        try await screen.waitUntil("“\(badge)” beside \(name) in the list") { screen in
            Self.listRow(of: name, on: screen) == (badge.isEmpty ? name : "\(name) \(badge)")
        }
    }

    /// Returns the row of the chat list with this name, without blanks and marks.
    private static func listRow(of name: String, on screen: ScreenEmulator) -> String? {
        let lists = screen.rows.compactMap { row in row.firstIndex(of: "│").map { row[..<$0] } }
        let rows = lists.map { list in
            list.split { $0 == " " || $0 == "▌" || $0 == "›" }.map(String.init)
        }
        return rows.first { $0.first == name }?.joined(separator: " ")
    }
}
