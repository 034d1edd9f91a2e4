import MatrixAPI
import MatrixClient
import TestSupport

/// Ana and Bo with accounts on one server, each at a screen with the chat that they have.
struct Meeting {
    let server: TeamServer
    let ana: PersonAtScreen
    let bo: PersonAtScreen

    /// Both have an account and look at an empty list.
    ///
    /// - Parameter networks: by which each of the two reaches the server; `nil`: straight.
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

    /// Once the server has the keys of both, the chats that they make with each other are encrypted.
    private func waitForKeys() async throws {
        let tokens = try KeptTokens.read(home: ana.home.path, profile: "ana@localhost")
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: tokens.accessToken)
        let people = ["@ana:localhost", "@bo:localhost"]
        while try await client.queryKeys(of: people).deviceKeys.count < people.count {
            try await Task.sleep(for: .milliseconds(20))
        }
        await client.shutdown()
    }

    /// Ana invited Bo, he came, and both see the chat.
    static func inAChat(
        on server: TeamServer? = nil, by networks: (ana: String, bo: String)? = nil
    ) async throws -> Meeting {
        let meeting = try await beforeTheFirstChat(on: server, by: networks)
        try await meeting.ana.invite("@bo:localhost")
        try await meeting.bo.acceptInvitation()
        meeting.look()
        return meeting
    }

    /// Both terminals say that they have the focus. Without that a person counts as looking for a minute after the last key,
    /// which a busy machine may take for a few pictures, and nothing that comes then is read.
    private func look() {
        for person in [ana, bo] { person.screen.send("\u{1B}[I") }
    }

    /// Ana made a group with Bo in it, which both see.
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
    /// Fills in the form for a group with Bo, which Enter makes then.
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
