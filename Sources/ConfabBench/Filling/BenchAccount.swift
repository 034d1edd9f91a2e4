import Foundation
import MatrixAPI
import MatrixClient
import Storage
import TestSupport

/// A user with an account on a separate server, a peer who writes to them, and a profile on disk with many messages.
struct BenchAccount: Sendable {
    static let userID = "@ana:localhost"

    /// The number of messages that the profile was filled with.
    let messages: Int
    let server: TeamServer
    let ana: PersonAtScreen
    /// Clients that write to ana, over several connections in parallel.
    let bo: [HomeserverClient]
    let rooms: BenchRooms

    /// The text for ``Figure/size``.
    var size: String { "\(messages) messages" }

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

    /// Sends a message from bo to a chat that both are in.
    ///
    /// - Parameter sender: The index of the connection.
    func say(_ text: String, in roomID: String, sender: Int = 0) async throws {
        _ = try await bo[sender % bo.count].send(
            roomID: roomID, type: "m.room.message", transactionID: UUID().uuidString,
            content: ["msgtype": "m.text", "body": .string(text)])
    }

    /// Starts the messenger and waits until the text is on screen and it is online.
    func open(showing text: String) async throws -> ScreenDriver {
        let screen = try ana.open()
        try await screen.waitFor(text)
        try await screen.waitFor("online")
        return screen
    }

    func quit(_ screen: ScreenDriver) async throws {
        screen.send(.control("c"), .control("c"))
        _ = try await screen.waitForExit()
    }

    /// Makes the next start show the long chat, regardless of the last visited chat.
    func chooseOpenChat() async throws {
        let database = try ProfileDatabase(path: try databasePath)
        defer { database.close() }
        try await database.sync.setValue(rooms.open, forKey: SyncStore.lastOpenChatKey)
    }

    func end() async throws {
        for client in bo { await client.shutdown() }
        _ = try await server.stop()
    }
}

/// The two chats that ana and bo have on the server.
struct BenchRooms: Codable, Sendable {
    /// The chat that is on screen after a start, with a tenth of all messages.
    let open: String
    /// A chat that is not on screen.
    let other: String
}
