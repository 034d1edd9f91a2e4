import MatrixAPI
import MatrixClient
import TestSupport

/// A user with an account on the test's server, and a logged-in device.
struct Person: Sendable {
    let client: HomeserverClient
    let session: Session

    var userID: String { session.userID }

    static func register(
        _ name: String, on server: TestServer, at homeserver: HomeserverLocation? = nil,
        trusting authority: String? = nil
    ) async throws -> Person {
        let client = HomeserverClient(
            homeserver: homeserver ?? server.socketHomeserver, additionalTrustRoots: authority)
        let session = try await client.register(
            username: name, password: password(of: name), registrationToken: TestServer.registrationToken,
            deviceName: "test")
        return Person(client: client, session: session)
    }

    /// Logs in another device of the user.
    func logInAgain(on server: TestServer) async throws -> Person {
        let client = HomeserverClient(homeserver: server.socketHomeserver)
        let session = try await client.login(
            user: userID, password: Self.password(of: UserID(userID)?.localpart ?? ""), deviceName: "another")
        return Person(client: client, session: session)
    }

    static func password(of name: String) -> String { "\(name) likes beans" }

    /// Returns the same device with another client.
    func again(at homeserver: HomeserverLocation, trusting authority: String? = nil) -> Person {
        let client = HomeserverClient(
            homeserver: homeserver, accessToken: session.accessToken, additionalTrustRoots: authority)
        return Person(client: client, session: session)
    }

    /// Creates a direct chat that the others have joined.
    func makeRoom(with others: Person...) async throws -> String {
        let roomID = try await client.createRoom(CreateRoomRequest(invites: others.map(\.userID), isDirect: true))
        for other in others { _ = try await other.client.join(roomIDOrAlias: roomID) }
        return roomID
    }

    /// Creates an encrypted chat that the others have joined.
    ///
    /// - Parameter visibility: The value for `m.room.history_visibility`.
    func makeEncryptedRoom(with others: [Person], visibility: String = "shared") async throws -> String {
        let roomID = try await client.createRoom(CreateRoomRequest(invites: others.map(\.userID), isDirect: false))
        _ = try await client.setState(
            roomID: roomID, type: "m.room.history_visibility", content: ["history_visibility": .string(visibility)])
        _ = try await client.setState(
            roomID: roomID, type: "m.room.encryption", content: ["algorithm": "m.megolm.v1.aes-sha2"])
        for other in others { _ = try await other.client.join(roomIDOrAlias: roomID) }
        return roomID
    }

    func say(_ text: String, in roomID: String, transactionID: String? = nil) async throws -> String {
        try await client.send(
            roomID: roomID, type: "m.room.message", transactionID: transactionID ?? "t-\(text)",
            content: ["msgtype": "m.text", "body": .string(text)])
    }

    func sync(since: String? = nil, wait: Int64 = 0) async throws -> SyncResponse {
        try await client.sync(since: since, timeoutMilliseconds: wait)
    }
}

extension JoinedRoom {
    /// Returns the content of its first ephemeral event of a type. This is a function, because closures inside and
    /// outside of the `#expect`s of one test found each other's events under Swift 6.3.1.
    func ephemeral(_ type: String) -> JSONValue? {
        ephemeral.first { $0.type == type }?.content
    }

    /// The texts of messages, oldest first.
    var texts: [String] {
        timeline.filter { $0.type == "m.room.message" }.compactMap { $0.content["body"]?.string }
    }
}
