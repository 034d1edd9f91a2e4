import MatrixAPI
import MatrixClient
import TestSupport
import TestTraits
import Testing

/// Tests `confab join` with the forms of addresses that people share.
@Suite(.serialized, .timeLimit(.minutes(5)), .sandboxed) struct JoinCommandTests {
    @Test func joinAcceptsEveryAddressForm() async throws {
        let server = try await TeamServer()
        let kim = try await client("kim", on: server)
        let chat = try await kim.createRoom(
            CreateRoomRequest(preset: .publicChat, name: "Bakers", aliasName: "bakers"))
        let addresses = [
            "#bakers:localhost", "#bakers", chat, "https://matrix.to/#/%23bakers%3Alocalhost?via=localhost",
            "matrix:r/bakers:localhost", "matrix:roomid/\(chat.dropFirst())?via=localhost",
        ]
        for (place, address) in addresses.enumerated() {
            let person = try PersonAtScreen("person\(place)")
            try await person.register(at: server)
            let result = try await person.run(["join", address])
            #expect(result.exit == .status(0), "\(address): \(result.errors)")
            #expect(result.output.hasPrefix("You are in "), "\(address): \(result.output)")
            #expect(try await kim.joinedMembers(roomID: chat)["@person\(place):localhost"] != nil, "\(address)")
            guard place == addresses.count - 1 else { continue }
            try person.open()
            try await person.screen.waitFor("Bakers")
        }
        await kim.shutdown()
    }

    @Test func knockOptionRequestsAccess() async throws {
        let server = try await TeamServer()
        let kim = try await client("kim", on: server)
        let chat = try await kim.createRoom(CreateRoomRequest(name: "Garden", aliasName: "garden"))
        _ = try await kim.setState(roomID: chat, type: "m.room.join_rules", content: ["join_rule": "knock"])
        let bo = try PersonAtScreen("bo")
        try await bo.register(at: server)
        let refused = try await bo.run(["join", "#garden:localhost"])
        #expect(refused.exit == .status(77))
        #expect(refused.errors.contains("confab join --knock #garden:localhost"), "\(refused.errors)")
        let asked = try await bo.run(["join", "--knock", "#garden:localhost"])
        #expect(asked.exit == .status(0), "\(asked.errors)")
        try bo.open()
        try await bo.screen.waitFor("You asked to be let in")
        await kim.shutdown()
    }

    @Test func invalidAndUnknownAddressesAreReported() async throws {
        let server = try await TeamServer()
        let bo = try PersonAtScreen("bo")
        try await bo.register(at: server)
        for text in ["garden", "matrix:u/kim:localhost", "https://example.org/#/%23a:localhost"] {
            let result = try await bo.run(["join", text])
            #expect(result.exit == .status(2), "\(text)")
            #expect(result.errors.contains("is no address of a chat"), "\(result.errors)")
        }
        let missing = try await bo.run(["join", "#nothing:localhost"])
        #expect(missing.errors.contains("There is no chat #nothing:localhost"), "\(missing.errors)")
    }

    private func client(_ name: String, on server: TeamServer) async throws -> HomeserverClient {
        let client = HomeserverClient(homeserver: .url(server.address))
        _ = try await client.register(username: name, password: "a password of \(name)", deviceName: "elsewhere")
        return client
    }
}
