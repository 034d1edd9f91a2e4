/// What a person does with several devices.
extension PersonAtScreen {
    /// Has this new device verified by one that is there, and comes back to the chats at both.
    package func compareEmoji(with first: PersonAtScreen) async throws {
        screen.send(.enter)
        try await first.screen.waitFor("shows what is asked")
        first.screen.send(.meta("g"))
        try await first.screen.waitFor("y goes on, n declines")
        first.screen.send("y")
        for person in [first, self] {
            try await person.screen.waitFor("y they are the same")
            person.screen.send("y")
        }
        for person in [first, self] { try await person.screen.waitFor("Both devices are yours") }
        for person in [first, self] { person.screen.send(.escape) }
        try await first.screen.waitUntilGone("Both devices are yours")
        try await screen.waitFor("This device is verified")
        screen.send(.escape)
        try await screen.waitUntilGone("This device is verified")
    }

    /// Opens the list of the devices, at this one.
    package func openDevices() async throws {
        screen.send(.control("o"))
        screen.send("sd")
        try await screen.waitFor("Where you are logged in (2 devices)")
        try await screen.waitFor("this device")
    }

    /// Logs the selected one of two devices out, with the password at the second try, and comes back to the chats.
    ///
    /// - Parameter question: what is asked first.
    package func logOutDevice(asked question: String) async throws {
        try await act("d")
        try await screen.waitFor(question)
        screen.send("y")
        try await screen.waitFor("Your password")
        screen.send("not this one\r")
        try await screen.waitFor("That is not your password")
        screen.send("a password of \(name)")
        try await screen.waitUntil("the password, unseen") { $0.contains("•••") && !$0.contains("a password of") }
        screen.send(.enter)
        try await screen.waitFor("Where you are logged in (1 device)")
        screen.send(.escape)
        try await screen.waitUntilGone("Where you are logged in")
    }
}
