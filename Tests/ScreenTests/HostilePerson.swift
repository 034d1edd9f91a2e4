import MatrixAPI
import MatrixClient
import TestSupport

/// An account whose messages are written by no program of ours.
actor HostilePerson {
    private let client: MatrixClient
    private var roomID = ""
    private var count = 0

    private init(client: MatrixClient) {
        self.client = client
    }

    static func register(
        _ name: String, at server: TeamServer, displayName: String
    ) async throws -> HostilePerson {
        let client = MatrixClient(homeserver: try Homeserver(userInput: server.address, allowsInsecure: false))
        let session = try await client.register(username: name, password: "a password", deviceName: "test")
        try await client.setDisplayName(displayName, userID: session.userID)
        return HostilePerson(client: client)
    }

    func invite(_ userID: String) async throws {
        roomID = try await client.createRoom(
            CreateRoomRequest(invites: [userID], isDirect: true, preset: .trustedPrivateChat))
    }

    func say(_ text: String) async throws {
        count += 1
        _ = try await client.send(
            roomID: roomID, type: "m.room.message", transactionID: "t\(count)",
            content: ["msgtype": "m.text", "body": .string(text)])
    }

    func leave() async {
        await client.shutdown()
    }
}
