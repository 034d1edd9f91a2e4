/// Actions of a user with several devices.
extension PersonAtScreen {
    /// Verifies this new device with an existing one, and returns to the chats on both.
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

    /// Opens the list of devices, with this one selected.
    package func openDevices() async throws {
        screen.send(.control("o"))
        screen.send("sd")
        try await screen.waitFor("Where you are logged in (2 devices)")
        try await screen.waitFor("this device")
    }

    /// Logs out the selected one of two devices, with the correct password at the second attempt, and returns to the
    /// chats.
    ///
    /// - Parameter question: The question that is asked first.
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
