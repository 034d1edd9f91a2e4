import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests that ana's arrangement of her chats works at every screen size, and persists.
@Suite(.serialized, .timeLimit(.minutes(10)), .sandboxed) struct OrganizingTests {
    private static let sizes = [(80, 24), (120, 40), (40, 10)]

    @Test(arguments: sizes) func chatsArePinnedMutedMarkedAndArchived(width: Int, height: Int) async throws {
        // In a list with two lines for each chat, the state is shown as text.
        let isWide = width >= 100
        let server = try await TeamServer()
        let ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let bo = try await HostilePerson.register("bo", at: server)
        do {
            for name in ["Tea", "Garden", "Books"] { try await bo.inviteToGroup(name, ["@ana:localhost"]) }
            let screen = try ana.open(width: width, height: height)
            try await screen.waitFor("online")
            try await screen.waitUntil("the invitations") { $0.contains("✉") || $0.contains("a accepts") }
            for _ in 0..<3 { try await accept(ana) }
            screen.send(.tab)
            try await screen.waitFor("Enter open")

            try await select("Tea", on: ana)
            try await act("p", at: screen)
            try await screen.waitUntil("Tea at the top, pinned") {
                firstChat($0).contains("Tea") && has($0, "Tea", isWide ? "pinned" : "◆")
            }
            try await act("m", at: screen)
            try await screen.waitUntil("Tea muted") { has($0, "Tea", isWide ? "muted" : "⊘") }
            try await select("Garden", on: ana)
            try await act("a", at: screen)
            try await screen.waitFor("▸ Archived (1)")
            screen.send(.meta("u"))
            try await screen.waitFor("Taken back")
            try await screen.waitUntilGone("▸ Archived")
            try await select("Garden", on: ana)
            try await act("a", at: screen)
            try await screen.waitFor("▸ Archived (1)")
            try await select("Books", on: ana)
            try await act("u", at: screen)
            try await screen.waitUntil("a dot at Books") { has($0, "Books", isWide ? "marked unread" : "•") }
            try await act("r", at: screen)
            try await screen.waitFor("You have not the power to rename")

            ana.screen.send(.control("c"))
            ana.screen.send(.control("c"))
            _ = try await ana.screen.waitForExit()
            let again = try ana.open(width: width, height: height)
            try await again.waitFor("online")
            again.send(.tab)
            try await again.waitUntil("all as it was") {
                firstChat($0).contains("Tea") && has($0, "Tea", isWide ? "muted" : "⊘") && $0.contains("▸ Archived (1)")
            }
            #expect(again.unknownSequences.isEmpty)
        } catch {
            await bo.leave()
            throw error
        }
        await bo.leave()
    }

    private func accept(_ ana: PersonAtScreen) async throws {
        ana.screen.send(.function(7))
        try await ana.screen.waitFor("a accepts")
        ana.screen.send("a")
        try await ana.screen.waitFor("write a message")
    }

    /// Runs an action by its letter in the menu.
    private func act(_ letter: String, at screen: ScreenDriver) async throws {
        screen.send(.control("o"))
        try await screen.waitFor("Menu: a letter")
        screen.send("o")
        try await screen.waitFor("This chat: a letter")
        screen.send(letter)
    }

    /// Moves to the first chat and then down to the one with this name. Starts again from the top if the order
    /// changed meanwhile.
    private func select(_ name: String, on person: PersonAtScreen) async throws {
        for step in 0..<20 {
            person.screen.send(step % 5 == 0 ? .home : .down)
            try await person.settle()
            if person.screen.screen.rows.contains(where: { $0.contains("›\(name)") }) { return }
        }
        try await person.screen.waitFor("›\(name)")
    }

    private func firstChat(_ screen: ScreenEmulator) -> String {
        // The name of the open chat stands beside the list, or above it.
        screen.rows.dropFirst().map { String($0.prefix(20)) }
            .first { row in ["Tea", "Garden", "Books"].contains { row.contains($0) } } ?? ""
    }

    /// Whether a mark stands in the row of a chat or, if a chat has two rows, in the second.
    private func has(_ screen: ScreenEmulator, _ name: String, _ mark: String) -> Bool {
        let rows = screen.rows
        return rows.indices.contains { place in
            rows[place].contains(name)
                && (rows[place].contains(mark) || rows[min(place + 1, rows.count - 1)].contains(mark))
        }
    }
}
