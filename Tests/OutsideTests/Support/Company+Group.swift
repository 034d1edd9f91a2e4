import TestSupport

extension Company {
    /// Lets ana make a group and invite bo and kim.
    func makeGroup(_ name: String) async throws {
        let screen = ana.screen
        screen.send(.function(4))
        try await screen.waitFor("With whom?")
        screen.send("@bo:localhost\r")
        try await screen.waitFor("[bo]")
        screen.send("@kim:localhost\r")
        try await screen.waitFor("[bo] [kim]")
        screen.send(.tab)
        screen.send(name)
        try await screen.waitFor("Enter makes the group “\(name)” with bo and kim.")
        screen.send(.enter)
        try await screen.waitUntilGone("With whom?")
        try await screen.waitFor("write a message")
    }
}
