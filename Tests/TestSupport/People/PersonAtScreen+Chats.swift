extension PersonAtScreen {
    /// Makes a chat with somebody, which then is on screen: in clear, where they have no device that reads anything else.
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

    /// Waits for the one invitation, opens it where it isn't open, and accepts it.
    package func acceptInvitation() async throws {
        try await screen.waitUntil("an invitation") { screen in
            screen.contains("✉") || screen.contains("a accepts")
        }
        if !screen.screen.contains("a accepts") { screen.send(.control("n")) }
        try await screen.waitFor("a accepts")
        screen.send("a")
        try await screen.waitFor("write a message")
    }

    /// Waits until this device stands for the person, and comes back to the chats.
    package func waitUntilConfirmed() async throws {
        screen.send(.control("o"))
        screen.send("sk")
        try await screen.waitFor("This device is verified")
        screen.send(.escape)
        try await screen.waitUntilGone("This device is verified")
    }

    /// Makes a recovery key, which stands on the screen until it is said to be written down.
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

    /// Says that the key on the screen is written down.
    package func keepRecoveryKey() async throws {
        screen.send(.down, .enter)
        try await screen.waitUntilGone("Your recovery key")
    }

    /// Answers what a device is asked once that comes to an account with another one.
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

    /// Goes up from the last message to the one that shows a text.
    package func select(_ text: String) async throws {
        for _ in 0..<30 {
            let before = screen.screen.rows.first { $0.contains("│▌") }
            screen.send(.up)
            // One that takes several rows has further ones with its mark.
            try await screen.waitUntil("a selection above “\(before ?? "none")”") { screen in
                screen.rows.first { $0.contains("│▌") }.map { $0 != before } ?? false
            }
            if screen.screen.rows.contains(where: { $0.contains("│▌") && $0.contains(text) }) { return }
        }
    }

    /// Opens the actions of what is selected, and chooses one by its letter.
    package func act(_ letter: String) async throws {
        screen.send(.enter)
        try await screen.waitFor(": a letter")
        screen.send(letter)
    }

    /// Returns once the program has taken all that came before: it takes a key after it, without a trace.
    package func settle() async throws {
        screen.send(.function(1))
        // The last row is the last of a frame to come.
        try await screen.waitUntil("the help") { $0.rows.last?.hasSuffix(" more") == true }
        screen.send(.escape)
        try await screen.waitUntil("the end of the help") { $0.rows.last?.hasSuffix(" more") == false }
    }

    /// As ``settle()``, on a form, whose footer has the way back as the help has it.
    ///
    /// - Parameter heading: of the keys of this place, as in `In the contacts`.
    package func settle(where heading: String) async throws {
        screen.send(.function(1))
        try await screen.waitFor(heading)
        screen.send(.escape)
        try await screen.waitUntilGone(heading)
    }

    /// Waits until the chat list says this beside a name.
    package func waitForList(of name: String, toShow badge: String) async throws {
        try await screen.waitUntil("“\(badge)” beside \(name) in the list") { screen in
            Self.listRow(of: name, on: screen) == (badge.isEmpty ? name : "\(name) \(badge)")
        }
    }

    /// The row of the chat list that has this name, without blanks and marks.
    private static func listRow(of name: String, on screen: ScreenEmulator) -> String? {
        let lists = screen.rows.compactMap { row in row.firstIndex(of: "│").map { row[..<$0] } }
        let rows = lists.map { list in
            list.split { $0 == " " || $0 == "▌" || $0 == "›" }.map(String.init)
        }
        return rows.first { $0.first == name }?.joined(separator: " ")
    }
}
