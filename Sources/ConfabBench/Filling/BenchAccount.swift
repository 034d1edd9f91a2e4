import Foundation
import MatrixAPI
import MatrixClient
import TestSupport

/// Somebody with an account on a server of their own, a peer who writes to them, and a profile on disk.
struct BenchAccount {
    let server: TeamServer
    let ana: PersonAtScreen
    /// Writes to ana, over several connections side by side.
    let bo: [HomeserverClient]
    let chatID: String
    static let userID = "@ana:localhost"

    init() async throws {
        server = try await TeamServer()
        ana = try PersonAtScreen("ana")
        try await ana.register(at: server)
        let homeserver = try HomeserverLocation(userInput: server.address, allowsInsecure: false)
        let first = HomeserverClient(homeserver: homeserver)
        let session = try await first.register(username: "bo", password: "a password of bo", deviceName: "bench")
        bo =
            [first]
            + (0..<3).map { _ in
                HomeserverClient(
                    homeserver: homeserver, accessToken: session.accessToken)
            }
        chatID = try await first.createRoom(
            CreateRoomRequest(invites: [Self.userID], isDirect: true, preset: .trustedPrivateChat))
        let device = HomeserverClient(homeserver: homeserver)
        _ = try await device.login(user: "ana", password: "a password of ana", deviceName: "second")
        _ = try await device.join(roomIDOrAlias: chatID)
        await device.shutdown()
        try await say("Hello from the bench", number: 0)
    }

    /// The database of ana's only profile.
    var databasePath: String {
        get throws {
            let profiles = ana.home.path + "/data/confab/profiles"
            guard let name = try? FileManager.default.contentsOfDirectory(atPath: profiles).first else {
                throw BenchError.noProfile(path: profiles)
            }
            return "\(profiles)/\(name)/confab.sqlite"
        }
    }

    func say(_ text: String, number: Int) async throws {
        _ = try await bo[number % bo.count].send(
            roomID: chatID, type: "m.room.message", transactionID: UUID().uuidString,
            content: ["msgtype": "m.text", "body": .string(text)])
    }

    /// Starts the messenger and waits until the text is on screen and the server has been heard.
    func open(showing text: String, width: Int = 80, height: Int = 24) async throws -> ScreenDriver {
        let screen = try ana.open(width: width, height: height)
        try await screen.waitFor(text, timeout: .seconds(120))
        try await screen.waitFor("online", timeout: .seconds(120))
        return screen
    }

    func quit(_ screen: ScreenDriver) async throws {
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit(timeout: .seconds(60))
    }

    func end() async throws {
        for client in bo { await client.shutdown() }
        _ = try await server.stop()
    }
}
