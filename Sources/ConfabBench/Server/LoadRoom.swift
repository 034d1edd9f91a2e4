import MatrixAPI
import MatrixClient

/// A room on a server that is measured, with its members' access tokens.
struct LoadRoom: Sendable {
    let roomID: String
    /// The access token of each member.
    let tokens: [String]
    /// The token from which the first member has nothing new to receive.
    let syncToken: String

    /// The identifier escaped for a path.
    var escapedID: String { roomID.replacing("!", with: "%21").replacing(":", with: "%3A") }

    /// Creates the accounts and the room.
    ///
    /// - Parameter members: The number of members; at least one.
    static func make(at server: MeasuredServer, members: Int = 8) async throws -> LoadRoom {
        let first = HomeserverClient(homeserver: .url(server.address))
        var tokens = [try await register(0, first)]
        let roomID = try await first.createRoom(CreateRoomRequest(preset: .publicChat, name: "Load"))
        for number in 1..<members {
            let client = HomeserverClient(homeserver: .url(server.address))
            tokens.append(try await register(number, client))
            _ = try await client.join(roomIDOrAlias: roomID)
            await client.shutdown()
        }
        let token = try await first.sync(since: nil, timeoutMilliseconds: 0).nextBatch
        await first.shutdown()
        return LoadRoom(roomID: roomID, tokens: tokens, syncToken: token)
    }

    private static func register(_ number: Int, _ client: HomeserverClient) async throws -> String {
        try await client.register(
            username: "member\(number)", password: "a password of member\(number)", deviceName: "bench"
        ).accessToken
    }

    /// Returns the token from which nothing new is to be received now.
    func currentSyncToken(at server: MeasuredServer) async throws -> String {
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: tokens[0])
        let token = try await client.sync(since: syncToken, timeoutMilliseconds: 0).nextBatch
        await client.shutdown()
        return token
    }
}
