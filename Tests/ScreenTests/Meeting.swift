import MatrixAPI
import MatrixClient
import TestSupport

/// Ana and bo with accounts on one server, each with their common chat on screen.
struct Meeting {
    let server: TeamServer
    let ana: PersonAtScreen
    let bo: PersonAtScreen

    /// Creates both accounts, and opens an empty chat list for both.
    ///
    /// - Parameter networks: The addresses by which the two reach the server. `nil` stands for a direct connection.
    static func beforeTheFirstChat(
        on server: TeamServer? = nil, by networks: (ana: String, bo: String)? = nil
    ) async throws -> Meeting {
        let server = if let server { server } else { try await TeamServer() }
        let meeting = Meeting(server: server, ana: try PersonAtScreen("ana"), bo: try PersonAtScreen("bo"))
        let networks = networks ?? (server.address, server.address)
        for (person, network) in [(meeting.ana, networks.ana), (meeting.bo, networks.bo)] {
            try await person.logIn(at: network, ["--register"])
            try person.open()
            try await person.screen.waitFor("online")
        }
        try await meeting.waitForKeys()
        return meeting
    }

    /// Waits for the signed keys of both. Once the server has them, chats between the two are encrypted.
    private func waitForKeys() async throws {
        let tokens = try KeptTokens.read(home: ana.home.path, profile: "ana@localhost")
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: tokens.accessToken)
        let people = ["@ana:localhost", "@bo:localhost"]
        while try await !client.queryKeys(of: people).hasSignedDevices(of: people) {
            try await Task.sleep(for: .milliseconds(20))
        }
        await client.shutdown()
    }

    /// Lets ana invite bo, and waits until both see the chat.
    static func inAChat(
        on server: TeamServer? = nil, by networks: (ana: String, bo: String)? = nil
    ) async throws -> Meeting {
        let meeting = try await beforeTheFirstChat(on: server, by: networks)
        try await meeting.ana.invite("@bo:localhost")
        try await meeting.bo.acceptInvitation()
        meeting.look()
        return meeting
    }

    /// Reports the focus of both terminals. Without it, a user counts as present for only a minute after the last
    /// key. A busy machine may take that long for a few pictures, and then new messages would stay unread.
    private func look() {
        for person in [ana, bo] { person.screen.send("\u{1B}[I") }
    }

    /// Lets ana create a group with bo, and waits until both see it.
    static func inAGroup(
        _ name: String, on server: TeamServer? = nil, by networks: (ana: String, bo: String)? = nil
    ) async throws -> Meeting {
        let meeting = try await beforeTheFirstChat(on: server, by: networks)
        let (ana, bo) = (meeting.ana, meeting.bo)
        try await ana.fillGroup(named: name)
        ana.screen.send(.enter)
        try await ana.screen.waitUntilGone("With whom?")
        try await bo.acceptInvitation()
        try await ana.screen.waitFor("write a message")
        meeting.look()
        return meeting
    }
}

extension PersonAtScreen {
    /// Fills in the form for a group with bo. Enter creates it then.
    func fillGroup(named name: String) async throws {
        screen.send(.function(4))
        try await screen.waitFor("With whom?")
        screen.send("@bo:localhost\r")
        try await screen.waitFor("[bo]")
        screen.send(.tab)
        screen.send(name)
        try await screen.waitFor("Enter makes the group “\(name)” with bo.")
    }
}
