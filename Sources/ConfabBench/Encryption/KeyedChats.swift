import MatrixAPI
import MatrixClient
import TestSupport

/// Two chats of Ana, who uses Confab: an encrypted one of many people with devices, and an unencrypted one. Kim is
/// in both and has no keys.
struct KeyedChats: Sendable {
    static let sealedName = "Sealed"
    static let clearName = "Clear"
    private static let algorithm = "m.megolm.v1.aes-sha2"

    let server: MeasuredServer
    let people: KeyedPeople
    let ana: PersonAtScreen
    let tokenOfAna: String
    let tokenOfKim: String
    let sealedID: String

    /// The server's name in the figures: `confab` alone is the client here.
    var serverName: String { isEmbedded ? "confab serve" : server.program }
    var isEmbedded: Bool { server.databasePath != nil }
    var size: String { "\(people.deviceCount) devices, \(serverName)" }

    static func make(_ people: KeyedPeople, at server: MeasuredServer) async throws -> KeyedChats {
        let ana = try PersonAtScreen("ana")
        try await ana.logIn(at: server.address, ["--register"])
        let token = try KeptTokens.read(home: ana.home.path, profile: "ana@localhost").accessToken
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: token)
        let sealedID = try await client.createRoom(
            CreateRoomRequest(preset: .publicChat, name: sealedName, isEncrypted: true))
        let clearID = try await client.createRoom(CreateRoomRequest(preset: .publicChat, name: clearName))
        await client.shutdown()
        let kim = HomeserverClient(homeserver: .url(server.address))
        let tokenOfKim = try await kim.register(
            username: "kim", password: "a password of kim", deviceName: "bench"
        ).accessToken
        for roomID in [sealedID, clearID] { _ = try await kim.join(roomIDOrAlias: roomID) }
        await kim.shutdown()
        try await people.join(sealedID, at: server)
        return KeyedChats(
            server: server, people: people, ana: ana, tokenOfAna: token, tokenOfKim: tokenOfKim, sealedID: sealedID)
    }

    /// Sets the number of lines in the encrypted chat after which the next one has a new key.
    func setRotation(_ lines: Int64) async throws {
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: tokenOfAna)
        _ = try await client.setState(
            roomID: sealedID, type: "m.room.encryption",
            content: ["algorithm": .string(Self.algorithm), "rotation_period_msgs": .integer(lines)])
        await client.shutdown()
    }
}

/// Confab with the chats of ``KeyedChats``, on a screen.
struct KeyedChatScreen: Sendable {
    let screen: ScreenDriver

    static func open(_ chats: KeyedChats) async throws -> KeyedChatScreen {
        let opened = KeyedChatScreen(screen: try chats.ana.open())
        try await opened.screen.waitFor("online")
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
        _ = try await screen.waitForExit()
    }
}
