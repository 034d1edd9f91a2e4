import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

@Suite(.timeLimit(.minutes(5))) struct StreamTests {
    @Test func streamDeliversUpdatesAndAnswersRequests() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let bo = try await server.person("bo")
        let room = try await ana.createRoom(["preset": "public_chat"])
        try await bo.join(room)
        let since = try await bo.now()
        try await RawConnection.open(to: server) { stream in
            try await stream.send(handshake(bo.token, query: "?since=\(since)"))
            let head = try await stream.head()
            #expect(head.hasPrefix("HTTP/1.1 101") && head.lowercased().contains("sec-websocket-protocol: m.json"))
            let event = try await ana.say("hello", in: room)
            let update = try await stream.json()
            #expect(update.said(in: room) == ["hello"])
            #expect(update["next_batch"]?.string != nil)

            try await stream.sendJSON(["id": "1", "method": "ping"])
            #expect(try await stream.json() == ["id": "1", "result": [:]])
            try await stream.sendJSON([
                "id": 2, "method": "receipt", "params": ["room_id": .string(room), "event_id": .string(event)],
            ])
            var answers: [JSONValue] = [try await stream.json(), try await stream.json()]
            answers.removeAll { $0["next_batch"] != nil }
            #expect(answers == [["id": 2, "result": [:]]])
            try await stream.sendJSON(["id": 3, "method": "dance"])
            #expect(try await stream.json()["error"]?["errcode"]?.string == "M_UNRECOGNIZED")
        }
        await server.stop()
    }

    /// As the requests with the same effect are.
    @Test(arguments: ["typing", "receipt"]) func writesOverTheStreamAreLimited(method: String) async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.writes.typing.count = WriteRates.Allowance(burst: 2, perSecond: 1e-6)
            limits.writes.receipts.count = WriteRates.Allowance(burst: 2, perSecond: 1e-6)
        }
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room)
        try await RawConnection.open(to: server) { stream in
            try await begin(&stream, with: ana.token)
            var answers: [JSONValue] = []
            for number in 1...3 {
                try await stream.sendJSON([
                    "id": .integer(Int64(number)), "method": .string(method),
                    "params": ["room_id": .string(room), "event_id": .string(event), "typing": true],
                ])
            }
            while answers.count < 3 {
                let next = try await stream.json()
                if next["id"] != nil { answers.append(next) }
            }
            #expect(answers.map { $0["id"] } == [1, 2, 3])
            #expect(answers.map { $0["error"]?["errcode"]?.string } == [nil, nil, "M_LIMIT_EXCEEDED"])
        }
        await server.stop()
    }

    /// As the requests with the same effect do.
    @Test func almostFullDiskRefusesReceiptsOverTheStream() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room)
        await server.server.stop()
        let full = try await ServerUnderTest.start(in: server.directory) { $0.diskReserve = .max / 2 }
        try await RawConnection.open(to: full) { stream in
            try await begin(&stream, with: ana.token)
            _ = try await stream.json()
            try await stream.sendJSON([
                "id": 1, "method": "receipt", "params": ["room_id": .string(room), "event_id": .string(event)],
            ])
            let refusal = try await stream.json()
            #expect(refusal["id"] == 1 && refusal["error"]?["errcode"]?.string == "M_UNKNOWN", "\(refusal)")
            // Typing is kept nowhere.
            try await stream.sendJSON([
                "id": 2, "method": "typing", "params": ["room_id": .string(room), "typing": true],
            ])
            var answers: [JSONValue] = []
            while answers.isEmpty {
                let next = try await stream.json()
                if next["id"] != nil { answers.append(next) }
            }
            #expect(answers == [["id": 2, "result": [:]]])
        }
        let sync = try await Person(server: full, name: "ana", token: ana.token).ask(.GET, "v3/sync").body
        let ephemeral = sync["rooms"]?["join"]?[room]?["ephemeral"]?["events"]?.array ?? []
        #expect(!ephemeral.contains { $0["type"]?.string == "m.receipt" })
        await full.stop()
    }

    @Test func streamDeliversALargeBacklogInSeveralUpdates() async throws {
        let server = try await ServerUnderTest.start()
        let bo = try await server.person("bo")
        let device = Caller(userID: bo.userID, deviceID: try await bo.deviceID())
        try await RawConnection.open(to: server) { stream in
            try await begin(&stream, with: bo.token)
            _ = try await stream.json()
            try await leave(250, for: device, on: server)
            var numbers: [Int64] = []
            while numbers.count < 250, let events = try await stream.json()["to_device"]?["events"]?.array {
                numbers += events.compactMap { $0["content"]?["number"]?.integer }
            }
            #expect(numbers == Array(0..<250))
        }
        await server.stop()
    }

    @Test func streamAcknowledgmentDeletesDeviceMessages() async throws {
        let server = try await ServerUnderTest.start()
        let bo = try await server.person("bo")
        let device = Caller(userID: bo.userID, deviceID: try await bo.deviceID())
        try await RawConnection.open(to: server) { stream in
            try await begin(&stream, with: bo.token)
            _ = try await stream.json()
            try await leave(2, for: device, on: server)
            let token = try #require(try await stream.json()["next_batch"]?.string)
            var ahead = try #require(SyncToken(token))
            ahead.events += 1
            let said: [(JSONValue, [String: JSONValue], waiting: Int64)] = [
                ([:], ["errcode": "M_MISSING_PARAM"], 2),
                (["next_batch": "dance"], ["errcode": "M_INVALID_PARAM"], 2),
                // The token refers to data that don't exist here, as after a restore of an older copy.
                (["next_batch": .string(ahead.description)], [:], 2), (["next_batch": .string(token)], [:], 0),
            ]
            for (parameters, error, waiting) in said {
                try await stream.sendJSON(["id": 1, "method": "taken", "params": parameters])
                #expect(try await stream.json()["error"]?["errcode"] == error["errcode"])
                let left = try await server.server.server.read {
                    try $0.integer("SELECT count(*) FROM device_messages")
                }
                #expect(left == waiting, "\(parameters)")
            }
        }
        await server.stop()
    }

    /// Puts `count` messages into the device's queue at once.
    private func leave(_ count: Int64, for device: Caller, on server: ServerUnderTest) async throws {
        var limits = ServerLimits()
        limits.deviceMessagesOfStranger = 1_000
        try await server.server.server.commits.commit { [limits] changes in
            for number in 0..<count {
                let content: JSONValue = ["number": .integer(number)]
                _ = try DeviceMessagesTable(changes.database).put(
                    content.serializedText, "m.test", from: "@ana:localhost", to: device, within: limits)
            }
            changes.wake(device.userID)
        }
    }

    @Test(arguments: [
        ("wrong token", 401, ["Authorization: Bearer wrong"] + websocket),
        ("no token", 401, websocket),
        ("h2c", 426, ["Authorization: Bearer TOKEN", "Connection: Upgrade", "Upgrade: h2c"]),
        (
            "wrong subprotocol", 426,
            ["Authorization: Bearer TOKEN"] + websocket.map { $0.replacing("m.json", with: "m.xml") }
        ),
        ("no key", 426, ["Authorization: Bearer TOKEN"] + websocket.filter { !$0.contains("Key") }),
        ("body", 426, ["Authorization: Bearer TOKEN", "Content-Length: 2"] + websocket),
    ])
    func invalidStreamHandshakeIsRefused(name: String, status: Int, headers: [String]) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        try await RawConnection.open(to: server) { stream in
            let lines = headers.map { $0.replacing("TOKEN", with: ana.token) }
            let body = headers.contains("Content-Length: 2") ? "{}" : ""
            try await stream.send(
                (["GET \(path) HTTP/1.1", "Host: localhost"] + lines).joined(separator: "\r\n") + "\r\n\r\n" + body)
            #expect(try await stream.head().hasPrefix("HTTP/1.1 \(status)"), "\(name)")
        }
        #expect(try await ana.ask(.GET, "v3/account/whoami").status == 200)
        await server.stop()
    }

    @Test func streamClosesOnLogout() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        try await RawConnection.open(to: server) { stream in
            try await begin(&stream, with: ana.token)
            _ = try await stream.json()
            try await ana.ask(.POST, "v3/logout")
            #expect(try await stream.closeCode() == 4001)
        }
        await server.stop()
    }

    @Test(arguments: [
        (UInt8(1), Array("no json".utf8), 1007), (1, [0xFF, 0xFE], 1007), (2, [1], 1002), (0, [1], 1002),
    ])
    func malformedFrameClosesTheStream(opcode: UInt8, payload: [UInt8], code: Int) async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        try await RawConnection.open(to: server) { stream in
            try await begin(&stream, with: ana.token)
            try await stream.sendFrame(opcode: opcode, payload)
            #expect(try await stream.closeCode() == code)
        }
        await server.stop()
    }

    @Test func endedStreamSessionIsDeallocated() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let ended = try await RawConnection.open(to: server) { stream in
            try await begin(&stream, with: ana.token)
            try await waitUntil("the stream is open") { server.server.streams.open.count == 1 }
            let session: StreamSession = try #require(server.server.streams.open.first)
            return Ended(session: session)
        }
        try await waitUntil("the stream is gone, with its connection") { ended.session == nil }
        await server.stop()
    }

    @Test func streamTimerRunsOnlyWhileStreamsAreOpen() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let streams = server.server.streams
        #expect(!streams.isLooking)
        try await RawConnection.open(to: server) { stream in
            try await begin(&stream, with: ana.token)
            _ = try await stream.json()
            #expect(streams.isLooking)
            streams.check(now: .now + .seconds(5))
            streams.check(now: .now + .seconds(31))
            #expect(try await stream.frame()?.opcode == 9)
            streams.check(now: .now + .seconds(61))
            #expect(try await stream.frame()?.opcode == 8)
        }
        try await waitUntil("the timer ends with the last stream") { !streams.isLooking }
        await server.stop()
    }

    @Test func pongKeepsASilentStreamOpen() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        try await RawConnection.open(to: server) { stream in
            try await begin(&stream, with: ana.token)
            _ = try await stream.json()
            let opened = ContinuousClock.now
            try await stream.sendFrame(opcode: 10, [])
            try await stream.sendJSON(["id": "1", "method": "ping"])
            #expect(try await stream.json() == ["id": "1", "result": [:]])
            // A minute after the stream began is less than a minute after the pong.
            server.server.streams.check(now: opened + .seconds(60))
            #expect(try await stream.frame()?.opcode == 9)
        }
        await server.stop()
    }

    private struct Ended {
        weak let session: StreamSession?
    }

    private let path = "/_matrix/client/unstable/im.confab.stream"

    private static let websocket = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: m.json",
    ]

    private func begin(_ stream: inout RawDialogue, with token: String) async throws {
        try await stream.send(handshake(token))
        _ = try await stream.head()
    }

    private func handshake(_ token: String, query: String = "") -> String {
        (["GET \(path)\(query) HTTP/1.1", "Host: localhost", "Authorization: Bearer \(token)"] + StreamTests.websocket)
            .joined(separator: "\r\n") + "\r\n\r\n"
    }
}
