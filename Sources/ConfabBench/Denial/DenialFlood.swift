import Foundation
import MatrixAPI
import MatrixClient
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The account that floods a server.
struct DenialFlood: Sendable {
    /// The number of its requests that were accepted, refused, or cut off.
    struct Outcome: Sendable {
        var taken = 0
        var refused = 0
        var cut = 0
    }

    private static let connections = 8
    private static let (name, password) = ("mallory", "a password of mallory")

    let server: MeasuredServer
    let group: any EventLoopGroup
    let token: String
    let userID: String
    let roomID: String
    let victimID: String
    let victimDevice: String

    /// Registers the account, with its own room.
    static func prepare(
        at server: MeasuredServer, others: LoadRoom, on group: any EventLoopGroup
    ) async throws -> DenialFlood {
        let client = HomeserverClient(homeserver: .url(server.address))
        let session = try await client.register(
            username: name, password: password, deviceName: "bench")
        let room = try await client.createRoom(CreateRoomRequest(preset: .publicChat, name: "Flood"))
        await client.shutdown()
        let victim = session.userID.replacing("@\(name):", with: "@member1:")
        return DenialFlood(
            server: server, group: group, token: session.accessToken, userID: session.userID, roomID: room,
            victimID: victim, victimDevice: try await giveKeys(at: server, others.tokens[1], on: group))
    }

    /// Uploads one-time keys that can be claimed.
    ///
    /// - Returns: The device that has the keys.
    private static func giveKeys(
        at server: MeasuredServer, _ token: String, on group: any EventLoopGroup
    ) async throws -> String {
        let connection = try await LoadConnection.open(port: server.port, on: group)
        defer { connection.close() }
        func ask(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
            let request = LoadRequest(
                method: method, target: "/_matrix/client/v3/" + path, token: token,
                body: body.map { ByteBuffer(bytes: $0.serialized) })
            let answer = try await connection.eventLoop.flatSubmit { connection.send(request) }.get()
            guard answer.status == 200 else { throw BenchError.refused(request: path, status: answer.status) }
            return try JSONValue(parsing: answer.body.readableBytesView)
        }
        let keys = (0..<200).map { ("signed_curve25519:K\($0)", JSONValue.object(["key": "a key"])) }
        _ = try await ask(.POST, "keys/upload", ["one_time_keys": .object(Dictionary(uniqueKeysWithValues: keys))])
        return try await ask(.GET, "account/whoami")["device_id"]?.string ?? ""
    }

    /// Runs for the given time, regardless of the server's answers.
    func run(_ trial: DenialTrial, for time: Duration) async -> Outcome {
        let begin = ContinuousClock.now
        let (middle, end) = (begin + time / 2, begin + time)
        switch trial {
        case .accountData:
            return await flood(until: middle) { putAccountData($0) } + flood(until: end) { _ in firstSync }
        case .messages: return await flood(until: end) { send(String(repeating: "x", count: 60_000), $0) }
        case .rooms:
            return await flood(until: middle) { createRoom($0) } + flood(until: end) { _ in firstSync }
        case .state:
            return await flood(until: middle) { putState($0) }
                + flood(until: end) { _ in fetch("rooms/\(escaped(roomID))/state") }
        case .toDevice: return await flood(until: end) { sendToDevice($0) }
        case .keys: return await flood(until: end) { _ in claim }
        case .backup:
            let version = await makeBackup()
            return await flood(until: middle) { putKeys($0, version) }
                + flood(until: end) { _ in fetch("room_keys/keys?version=\(version)") }
        case .search:
            return await flood(until: end) { number in
                number.isMultiple(of: 8) ? search(number) : send(Self.words(number), number)
            }
        case .uploads: return await SlowUploads(count: 64, self).run(until: end)
        case .pipelining: return await PipelinedChanges(connections: Self.connections, depth: 50, self).run(until: end)
        case .receipts:
            let events = await makeEvents()
            return await flood(until: middle) { putReceipt($0, in: events) } + flood(until: end) { _ in firstSync }
        case .visibility:
            return await flood(until: middle) { putVisibility($0) }
                + flood(until: end) { _ in fetch("rooms/\(escaped(roomID))/messages?dir=b&limit=100") }
        case .pushRules:
            let other = await makeAccount()
            return await flood(until: middle) { putPushRule($0) }
                + flood(until: end) { number in
                    number.isMultiple(of: 8) ? firstSync : send(Self.unreadText, number, as: other)
                }
        case .ignoredUsers:
            return await flood(until: middle) { $0.isMultiple(of: 8) ? putIgnoredUsers : createRoom($0) }
                + flood(until: end) { _ in fetch("sync?timeout=0&full_state=true") }
        case .filters:
            let filter = await makeFilter()
            return await flood(until: middle) { $0.isMultiple(of: 8) ? createRoom($0) : send("line \($0)", $0) }
                + flood(until: end) { _ in fetch("sync?timeout=0&filter=\(filter)") }
        case .refresh:
            let refreshToken = await makeRefreshToken()
            return await flood(until: end) { _ in json(.POST, "refresh", ["refresh_token": .string(refreshToken)]) }
        }
    }

    /// Sends requests over several connections, each as fast as it gets answers.
    ///
    /// - Parameter request: Gets a number that no other request has.
    private func flood(
        until deadline: ContinuousClock.Instant, _ request: @escaping @Sendable (Int) -> LoadRequest
    ) async -> Outcome {
        await withTaskGroup(of: Outcome.self) { tasks in
            for connection in 0..<Self.connections {
                tasks.addTask { await ask(connection, until: deadline, request) }
            }
            return await tasks.reduce(into: Outcome()) { $0 = $0 + $1 }
        }
    }

    private func ask(
        _ first: Int, until deadline: ContinuousClock.Instant, _ request: @Sendable (Int) -> LoadRequest
    ) async -> Outcome {
        var outcome = Outcome()
        var number = first
        var open: LoadConnection?
        while ContinuousClock.now < deadline {
            do {
                let connection: LoadConnection
                if let open { connection = open } else { connection = try await .open(port: server.port, on: group) }
                open = connection
                let next = request(number)
                number += Self.connections
                let answer = try await connection.eventLoop.flatSubmit { connection.send(next) }.get()
                if answer.status < 300 { outcome.taken += 1 } else { outcome.refused += 1 }
            } catch {
                outcome.cut += 1
                open = nil
            }
        }
        open?.close()
        return outcome
    }
}

extension DenialFlood.Outcome {
    static func + (left: Self, right: Self) -> Self {
        Self(taken: left.taken + right.taken, refused: left.refused + right.refused, cut: left.cut + right.cut)
    }
}

extension DenialFlood {
    private var firstSync: LoadRequest { fetch("sync?timeout=0") }

    private func fetch(_ path: String) -> LoadRequest {
        LoadRequest(method: .GET, target: "/_matrix/client/v3/" + path, token: token)
    }

    /// - Parameter sender: The token of another account that sends the request.
    private func json(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue, as sender: String? = nil
    ) -> LoadRequest {
        LoadRequest(
            method: method, target: "/_matrix/client/v3/" + path, token: sender ?? token,
            body: ByteBuffer(bytes: body.serialized))
    }

    /// Sends a request that prepares a flood.
    ///
    /// - Returns: The body of the answer; `nil` if there was none.
    private func answer(to request: LoadRequest) async -> JSONValue? {
        guard let connection = try? await LoadConnection.open(port: server.port, on: group) else { return nil }
        defer { connection.close() }
        let answer = try? await connection.eventLoop.flatSubmit { connection.send(request) }.get()
        return answer.flatMap { try? JSONValue(parsing: $0.body.readableBytesView) }
    }

    private func putAccountData(_ number: Int) -> LoadRequest {
        json(
            .PUT, "user/\(escaped(userID))/account_data/flood.\(number)",
            ["text": .string(String(repeating: "x", count: 100_000))])
    }

    private func send(_ text: String, _ number: Int, as sender: String? = nil) -> LoadRequest {
        json(
            .PUT, "rooms/\(escaped(roomID))/send/m.room.message/flood-\(number)",
            ["msgtype": "m.text", "body": .string(text)], as: sender)
    }

    private func createRoom(_ number: Int) -> LoadRequest {
        json(.POST, "createRoom", ["name": .string("Room \(number)"), "invite": [.string(victimID)]])
    }

    private func putState(_ number: Int) -> LoadRequest {
        json(
            .PUT, "rooms/\(escaped(roomID))/state/flood.state/\(number)",
            ["text": .string(String(repeating: "x", count: 60_000))])
    }

    private func sendToDevice(_ number: Int) -> LoadRequest {
        json(
            .PUT, "sendToDevice/flood.message/\(number)",
            ["messages": .object([victimID: ["*": ["text": .string(String(repeating: "x", count: 50_000))]]])])
    }

    private var claim: LoadRequest {
        json(
            .POST, "keys/claim",
            ["one_time_keys": .object([victimID: .object([victimDevice: "signed_curve25519"])])])
    }

    private func makeBackup() async -> String {
        let body: JSONValue = ["algorithm": "m.megolm_backup.v1.curve25519-aes-sha2", "auth_data": [:]]
        let answer = await answer(to: json(.POST, "room_keys/version", body))
        return answer?["version"]?.string ?? "1"
    }

    private func putKeys(_ number: Int, _ version: String) -> LoadRequest {
        let sessions = (0..<300).map { "\"\(number)-\($0)\":\(Self.backedUpKey)" }.joined(separator: ",")
        return LoadRequest(
            method: .PUT, target: "/_matrix/client/v3/room_keys/keys?version=\(version)", token: token,
            body: ByteBuffer(string: "{\"rooms\":{\"\(roomID)\":{\"sessions\":{\(sessions)}}}}"))
    }

    /// Created once: creating a key for each request would take processor time from the server.
    private static let backedUpKey = JSONValue.object([
        "first_message_index": 0, "forwarded_count": 0, "is_verified": false,
        "session_data": ["ciphertext": .string(String(repeating: "c", count: 1_000))],
    ]).serializedText

    private func search(_ number: Int) -> LoadRequest {
        let order: JSONValue = number.isMultiple(of: 16) ? "rank" : "recent"
        return json(
            .POST, "search", ["search_categories": ["room_events": ["search_term": "w", "order_by": order]]])
    }

    /// Returns eight thousand words that no other number has.
    private static func words(_ number: Int) -> String {
        (0..<8_000).map { String(number * 8_000 + $0, radix: 36) }.joined(separator: " ")
    }

    /// Sends the events that the receipts are about.
    private func makeEvents() async -> [String] {
        var events: [String] = []
        for number in 0..<300 {
            let answer = await answer(to: send("thread \(number)", number))
            if let event = answer?["event_id"]?.string { events.append(event) }
        }
        return events.isEmpty ? ["$none"] : events
    }

    /// Returns a request for a receipt at one of the events, in the thread of another.
    private func putReceipt(_ number: Int, in events: [String]) -> LoadRequest {
        let event = events[(number + number / events.count) % events.count]
        return json(
            .POST, "rooms/\(escaped(roomID))/receipt/m.read/\(event)",
            ["thread_id": .string(events[number % events.count])])
    }

    private func putVisibility(_ number: Int) -> LoadRequest {
        // Each connection alternates, and half of them begin with the other value.
        let isShared = (number + number / Self.connections).isMultiple(of: 2)
        return json(
            .PUT, "rooms/\(escaped(roomID))/state/m.room.history_visibility",
            [
                "history_visibility": isShared ? "shared" : "joined",
                "text": .string(String(repeating: "x", count: 10_000)),
            ])
    }

    /// Registers a second account, which joins the room.
    ///
    /// - Returns: Its token.
    private func makeAccount() async -> String {
        let client = HomeserverClient(homeserver: .url(server.address))
        let session = try? await client.register(
            username: "trudy", password: "a password of trudy", deviceName: "bench")
        _ = try? await client.join(roomIDOrAlias: roomID)
        await client.shutdown()
        return session?.accessToken ?? ""
    }

    private func putPushRule(_ number: Int) -> LoadRequest {
        json(
            .PUT, "pushrules/global/content/flood-\(number)",
            ["pattern": .string("z\(number)z?y"), "actions": []])
    }

    /// A text of words that almost match the patterns of the push rules.
    private static let unreadText = String(repeating: "z1zxz ", count: 10_000)

    private var putIgnoredUsers: LoadRequest {
        LoadRequest(
            method: .PUT, target: "/_matrix/client/v3/user/\(escaped(userID))/account_data/m.ignored_user_list",
            token: token, body: ByteBuffer(string: Self.ignoredUsers))
    }

    /// Created once, like ``backedUpKey``.
    private static let ignoredUsers: String = {
        let users = (0..<10_000).map { "\"\(String($0, radix: 36))\":{}" }
        return "{\"ignored_users\":{\(users.joined(separator: ","))}}"
    }()

    private func makeFilter() async -> String {
        let types = JSONValue.array((0..<1_000).map { JSONValue.string("flood.type.\($0)") })
        let body: JSONValue = ["room": ["timeline": ["types": types]]]
        let answer = await answer(to: json(.POST, "user/\(escaped(userID))/filter", body))
        return answer?["filter_id"]?.string ?? "0"
    }

    /// Logs in with a second device, whose tokens can be refreshed.
    private func makeRefreshToken() async -> String {
        let body: JSONValue = [
            "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(Self.name)],
            "password": .string(Self.password), "refresh_token": true,
        ]
        let answer = await answer(to: json(.POST, "login", body))
        return answer?["refresh_token"]?.string ?? ""
    }

    /// Returns the identifier escaped for a path.
    func escaped(_ identifier: String) -> String {
        identifier.replacing("!", with: "%21").replacing(":", with: "%3A").replacing("@", with: "%40")
    }
}
