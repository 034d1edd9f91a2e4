import TestSupport

/// Confab with the chats of ``KeyedChats``, on a screen.
struct KeyedChatScreen: Sendable {
    let screen: ScreenDriver

    static func open(_ chats: KeyedChats) async throws -> KeyedChatScreen {
        let opened = KeyedChatScreen(screen: try chats.ana.open())
        try await opened.screen.waitFor("online", timeout: .seconds(120))
        try await opened.show(KeyedChats.sealedName)
        return opened
    }

    func show(_ name: String) async throws {
        screen.send(.control("g"))
        try await screen.waitFor("Go to")
        screen.send(name)
        try await screen.waitUntil("\(name) first") { $0.rows.contains { $0.hasPrefix("› \(name)  ") } }
        screen.send(.enter)
        try await screen.waitUntil("the chat \(name)") { screen in
            screen.contains("write a message") && !screen.rows.contains { $0.hasPrefix("› \(name)  ") }
        }
        try await screen.waitForRest()
    }

    /// Types a new line without sending it.
    func type(_ line: String) async throws {
        screen.send(line)
        try await screen.waitFor("▏\(line)")
        // The typing notice is not part of a line's cost.
        try await screen.waitForRest()
    }

    func quit() async throws {
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit(timeout: .seconds(60))
    }
}
