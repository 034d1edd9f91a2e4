import MatrixAPI
import MatrixClient
import TestSupport

/// An account whose messages are written by no program of ours.
actor HostilePerson {
    private let client: HomeserverClient
    private let userID: String
    private var roomID = ""
    private var count = 0

    private init(client: HomeserverClient, userID: String) {
        self.client = client
        self.userID = userID
    }

    static func register(_ name: String, at server: TeamServer) async throws -> HostilePerson {
        let client = HomeserverClient(homeserver: try Homeserver(userInput: server.address, allowsInsecure: false))
        let session = try await client.register(username: name, password: "a password", deviceName: "test")
        return HostilePerson(client: client, userID: session.userID)
    }

    func invite(_ userID: String) async throws {
        roomID = try await client.createRoom(
            CreateRoomRequest(invites: [userID], isDirect: true, preset: .trustedPrivateChat))
    }

    /// Makes a room in which only the maker may change names.
    func inviteToGroup(_ name: String, topic: String? = nil, _ userIDs: [String]) async throws {
        roomID = try await client.createRoom(
            CreateRoomRequest(invites: userIDs, isDirect: false, preset: .privateChat, name: name, topic: topic))
    }

    func rename(_ displayName: String) async throws {
        try await client.setDisplayName(displayName, userID: userID)
    }

    func say(_ text: String) async throws {
        try await send(["msgtype": "m.text", "body": .string(text)])
    }

    func say(html: String) async throws {
        try await send([
            "msgtype": "m.text", "body": "plain", "format": "org.matrix.custom.html", "formatted_body": .string(html),
        ])
    }

    /// Names the chat and sets its topic.
    func describe(_ text: String) async throws {
        _ = try await client.setState(roomID: roomID, type: "m.room.name", content: ["name": .string(text)])
        _ = try await client.setState(roomID: roomID, type: "m.room.topic", content: ["topic": .string(text)])
    }

    private func send(_ content: JSONValue) async throws {
        count += 1
        _ = try await client.send(
            roomID: roomID, type: "m.room.message", transactionID: "t\(count)", content: content)
    }

    func leave() async {
        await client.shutdown()
    }
}
