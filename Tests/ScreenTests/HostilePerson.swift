import MatrixAPI
import MatrixClient
import TestSupport

/// An account whose messages are not written by Confab.
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
        let client = HomeserverClient(
            homeserver: try HomeserverLocation(userInput: server.address, allowsInsecure: false))
        let session = try await client.register(username: name, password: "a password", deviceName: "test")
        return HostilePerson(client: client, userID: session.userID)
    }

    func invite(_ userID: String) async throws {
        roomID = try await client.createRoom(
            CreateRoomRequest(invites: [userID], isDirect: true, preset: .trustedPrivateChat))
    }

    /// Creates a room in which only the creator may change names.
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

    /// Sets the chat's name and topic.
    func describe(_ text: String) async throws {
        _ = try await client.setState(roomID: roomID, type: "m.room.name", content: ["name": .string(text)])
        _ = try await client.setState(roomID: roomID, type: "m.room.topic", content: ["topic": .string(text)])
    }

    /// Sends a line, and reacts to it.
    func say(_ text: String, reactingWith keys: [String]) async throws {
        let eventID = try await sendEvent("m.room.message", ["msgtype": "m.text", "body": .string(text)])
        for key in keys {
            _ = try await sendEvent(
                "m.reaction",
                ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(eventID), "key": .string(key)]])
        }
    }

    /// Uploads a file and sends it as a picture.
    ///
    /// - Parameter info: The claimed properties of the picture.
    func show(_ bytes: [UInt8], named name: String, info: JSONValue = .emptyObject) async throws {
        let address = try await client.upload(length: Int64(bytes.count), type: "image/png", name: nil) { offset in
            Array(bytes.dropFirst(Int(offset)))
        }
        try await send(["msgtype": "m.image", "body": .string(name), "url": .string(address), "info": info])
    }

    /// Sends a line and deletes it.
    func delete(_ text: String, reason: String) async throws {
        let eventID = try await sendEvent("m.room.message", ["msgtype": "m.text", "body": .string(text)])
        count += 1
        _ = try await client.redact(roomID: roomID, eventID: eventID, transactionID: "t\(count)", reason: reason)
    }

    /// Sets power levels that keep the rights of ana and the account itself.
    func setPower(_ content: JSONValue) async throws {
        var content = content
        content["users"] = [userID: 100, "@ana:localhost": 100]
        _ = try await client.setState(roomID: roomID, type: "m.room.power_levels", content: content)
    }

    private func send(_ content: JSONValue) async throws {
        _ = try await sendEvent("m.room.message", content)
    }

    private func sendEvent(_ type: String, _ content: JSONValue) async throws -> String {
        count += 1
        return try await client.send(roomID: roomID, type: type, transactionID: "t\(count)", content: content)
    }

    func leave() async {
        await client.shutdown()
    }
}
