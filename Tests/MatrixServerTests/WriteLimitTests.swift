import HTTPTypes
import MatrixAPI
import MatrixServer
import NIOHTTP1
import Synchronization
import Testing

@testable import MatrixServer

/// Tests the write rates of an account, which suffice for a person or a bot.
@Suite(.timeLimit(.minutes(5))) struct WriteLimitTests {
    /// Allows one write, without any refill while a test runs.
    private static let one = WriteRates.Allowance(burst: 1, perSecond: 1e-6)

    /// A kind of write request in a room of the user.
    struct Write: Sendable, CustomTestStringConvertible {
        let kind: any WritableKeyPath<WriteRates, WriteRates.Rate> & Sendable
        let method: HTTPMethod
        /// The path, in which `ROOM`, `EVENT`, `USER` and `NUMBER` are replaced. The number differs in each use.
        let path: String
        let body: JSONValue

        init(
            _ kind: any WritableKeyPath<WriteRates, WriteRates.Rate> & Sendable, _ method: HTTPMethod, _ path: String,
            _ body: JSONValue = [:]
        ) {
            (self.kind, self.method, self.path, self.body) = (kind, method, path, body)
        }

        var testDescription: String { "\(method) \(path)" }
    }

    private static let writes = [
        Write(\.events, .PUT, "v3/rooms/ROOM/send/m.room.message/NUMBER", ["msgtype": "m.text", "body": "x"]),
        Write(\.events, .PUT, "v3/rooms/ROOM/redact/EVENT/NUMBER"),
        Write(\.state, .PUT, "v3/rooms/ROOM/state/m.room.topic", ["topic": "tea"]),
        Write(\.state, .PUT, "v3/profile/USER/displayname", ["displayname": "ana"]),
        Write(\.state, .POST, "v3/rooms/ROOM/join"),
        Write(
            \.state, .POST, "v3/createRoom",
            ["initial_state": [["type": "m.x", "content": [:]], ["type": "m.y", "content": [:]]]]),
        Write(\.rooms, .POST, "v3/createRoom"),
        Write(\.invitations, .POST, "v3/rooms/ROOM/invite", ["user_id": "@bo:localhost"]),
        Write(\.invitations, .POST, "v3/createRoom", ["invite": ["@bo:localhost"]]),
        Write(\.invitations, .PUT, "v3/rooms/ROOM/state/m.room.member/@bo:localhost", ["membership": "invite"]),
        Write(\.accountData, .PUT, "v3/user/USER/account_data/m.x", ["n": 1]),
        Write(\.accountData, .PUT, "v3/user/USER/rooms/ROOM/account_data/m.x", ["n": 1]),
        Write(\.accountData, .PUT, "v3/user/USER/rooms/ROOM/tags/u.tea"),
        Write(\.accountData, .PUT, "v3/pushrules/global/content/tea", ["pattern": "tea", "actions": []]),
        Write(\.accountData, .POST, "v3/user/USER/filter"),
        Write(\.deviceMessages, .PUT, "v3/sendToDevice/m.x/NUMBER", ["messages": ["@bo:localhost": ["*": [:]]]]),
        Write(\.receipts, .POST, "v3/rooms/ROOM/receipt/m.read/EVENT"),
        Write(\.receipts, .POST, "v3/rooms/ROOM/read_markers", ["m.read": "EVENT"]),
        Write(\.typing, .PUT, "v3/rooms/ROOM/typing/USER", ["typing": true]),
        Write(\.keys, .POST, "v3/keys/upload", ["one_time_keys": ["a:NUMBER": "x"]]),
        Write(\.keys, .POST, "v3/room_keys/version", ["algorithm": "a", "auth_data": [:]]),
    ]

    /// The floods that the limits were made for, at the defaults: one account wrote tens of megabytes each second, made
    /// 714 rooms in five seconds, filled a device's queue with 616 messages, and took all fifty one-time keys.
    @Test func defaultLimitsStopKnownFloods() {
        let (limits, seconds) = (ServerLimits(), 5.0)
        for kind in WriteRates.Kind.allCases {
            let rate = limits.writes[kind]
            #expect(rate.bytes.burst <= Double(64 << 20) && rate.bytes.perSecond <= Double(1 << 20), "\(kind)")
            #expect(rate.count.burst <= 20_000 && rate.count.perSecond <= 200, "\(kind)")
        }
        for kind in [WriteRates.Kind.events, .state, .accountData] {
            let rate = limits.writes[kind]
            #expect(rate.bytes.burst + rate.bytes.perSecond * seconds < Double(36 << 20), "\(kind)")
        }
        for kind in [WriteRates.Kind.rooms, .invitations] {
            let count = limits.writes[kind].count
            #expect(count.burst + count.perSecond * seconds < 714, "\(kind)")
        }
        #expect(limits.deviceMessageBytes <= 32 << 20)
        #expect(limits.accountDataBytes < 1_500 * 100_000)
        #expect(limits.deviceMessagesOfStranger < 616)
        #expect(limits.deviceMessageBytesOfStranger * 16 < limits.deviceMessageBytes)
        #expect(limits.claimsOfStranger.burst < 50 && limits.claims.burst < 50 && limits.keysKeptFromStrangers > 0)
    }

    @Test(arguments: writes) func writesBeyondTheBurstAreAnsweredWith429(write: Write) async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.writes[keyPath: write.kind].count = WriteRates.Allowance(burst: 2, perSecond: 1e-6)
        }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        let place = try await Self.place(of: ana)
        // Creating the room may have used some of the allowance.
        var statuses: [Int] = []
        for number in 0..<4 where statuses.last != 429 {
            let answer = try await Self.ask(write, by: ana, place, number)
            statuses.append(answer.status)
            guard answer.status == 429 else { continue }
            #expect(answer.code == "M_LIMIT_EXCEEDED")
            let milliseconds = try #require(answer.body["retry_after_ms"]?.integer)
            let seconds = try #require(answer.headers.first(name: "retry-after").flatMap { Int64($0) })
            #expect(milliseconds > 0 && seconds == (milliseconds + 999) / 1_000)
        }
        #expect(statuses.last == 429, "\(statuses)")
        #expect(statuses.dropLast().allSatisfy { $0 == 200 }, "\(statuses)")
        // No other account is slowed.
        let others = try await Self.place(of: bo)
        #expect(try await bo.ask(.PUT, "v3/user/\(bo.userID)/account_data/m.x", [:]).status == 200)
        #expect(others.room != place.room)
        await server.stop()
    }

    private static func place(of person: Person) async throws -> (room: String, event: String) {
        let answer = try await person.ask(.POST, "v3/createRoom")
        let room = answer.body["room_id"]?.string ?? "!none:localhost"
        let sent = try await person.ask(
            .PUT, "v3/rooms/\(room)/send/m.room.message/first", ["msgtype": "m.text", "body": "tea"])
        return (room, sent.body["event_id"]?.string ?? "$none")
    }

    private static func ask(
        _ write: Write, by person: Person, _ place: (room: String, event: String), _ number: Int
    ) async throws -> Answer {
        func filled(_ text: String) -> String {
            text.replacing("ROOM", with: place.room).replacing("EVENT", with: place.event)
                .replacing("USER", with: person.userID).replacing("NUMBER", with: "\(number)")
        }
        let body = try JSONValue(parsing: filled(write.body.serializedText))
        return try await person.ask(write.method, filled(write.path), body)
    }

    @Test func repeatedTransactionIsAnsweredBeyondTheLimit() async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.writes.events.count = Self.one
            limits.writes.deviceMessages.count = Self.one
        }
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room, transaction: "first")
        let path = "v3/rooms/\(room)/send/m.room.message/"
        #expect(try await ana.ask(.PUT, path + "second", ["body": "x"]).status == 429)
        #expect(try await ana.say("tea", in: room, transaction: "first") == event)

        let messages: JSONValue = ["messages": .object([ana.userID: ["*": ["n": 1]]])]
        let statuses = try await ["a", "b", "a"].asyncMap {
            try await ana.ask(.PUT, "v3/sendToDevice/m.x/\($0)", messages).status
        }
        #expect(statuses == [200, 429, 200])
        #expect(try await ana.sync()["to_device"]?["events"]?.array?.count == 1)
        await server.stop()
    }

    @Test func rateLimitedWriteIsNotParsed() async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.writes.events.count = Self.one
            limits.writes.accountData.count = Self.one
            limits.writes.deviceMessages.count = Self.one
        }
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let messages: JSONValue = ["messages": .object([ana.userID: ["*": ["n": 1]]])]
        let writes: [(path: String, body: JSONValue)] = [
            ("v3/rooms/\(room)/send/m.room.message/", ["body": "tea"]), ("v3/sendToDevice/m.x/", messages),
            ("v3/user/\(ana.userID)/account_data/", [:]),
        ]
        for (path, body) in writes {
            func put(_ name: String, _ body: String) async throws -> Int {
                try await server.request(.PUT, path + name, token: ana.token, text: body).status
            }
            #expect(try await put("first", body.serializedText) == 200, "\(path)")
            #expect(try await put("second", "{") == 429, "\(path)")
        }
        await server.stop()
    }

    @Test func largeWritesAreLimitedByBytes() async throws {
        let server = try await ServerUnderTest.start { limits in
            limits.writes.accountData.bytes = WriteRates.Allowance(burst: 1_000, perSecond: 1e-6)
        }
        let ana = try await server.person("ana")
        func put(_ bytes: Int) async throws -> Int {
            let body: JSONValue = ["x": .string(String(repeating: "x", count: bytes))]
            return try await ana.ask(.PUT, "v3/user/\(ana.userID)/account_data/m.x", body).status
        }
        #expect(try await [600, 600, 100].asyncMap(put) == [200, 429, 200])
        // A full bucket allows a write larger than the burst.
        let bo = try await server.person("bo")
        let large: JSONValue = ["x": .string(String(repeating: "x", count: 5_000))]
        #expect(try await bo.ask(.PUT, "v3/user/\(bo.userID)/account_data/m.x", large).status == 200)
        #expect(try await bo.ask(.PUT, "v3/user/\(bo.userID)/account_data/m.x", [:]).status == 429)
        await server.stop()
    }

    @Test func refreshesAreLimitedPerAccount() async throws {
        let server = try await ServerUnderTest.start(accessTokenLifetime: 3_600_000) {
            $0.writes.refreshes.count = WriteRates.Allowance(burst: 3, perSecond: 1e-6)
        }
        func register(_ name: String) async throws -> JSONValue {
            let body: JSONValue = [
                "username": .string(name), "password": "secret", "refresh_token": true,
                "auth": ["type": "m.login.dummy"],
            ]
            return try #require(try await server.request(.POST, "v3/register", body).body["refresh_token"])
        }
        func refresh(_ token: JSONValue) async throws -> Answer {
            try await server.request(.POST, "v3/refresh", ["refresh_token": token])
        }
        let (ana, bo) = (try await register("ana"), try await register("bo"))
        // The old token stays valid, so that a request whose response was lost can be repeated.
        var latest = ana
        for _ in 0..<3 {
            let answer = try await refresh(ana)
            #expect(answer.status == 200)
            latest = try #require(answer.body["refresh_token"])
        }
        for token in [ana, latest] {
            let refused = try await refresh(token)
            #expect(refused.status == 429 && refused.code == "M_LIMIT_EXCEEDED")
            #expect(refused.headers.first(name: "retry-after") != nil)
        }
        #expect(try await refresh("no-token").status == 401)
        #expect(try await refresh(bo).status == 200)
        await server.stop()
    }

    @Test func twentyMessagesPerSecondAreNeverLimited() throws {
        let time = Mutex(0.0)
        let limiter = WriteLimiter(WriteRates(), SecondsClock { time.withLock { $0 } })
        for line in 0..<20_000 {
            time.withLock { $0 = Double(line) / 20 }
            try limiter.consume(.events, bytes: 1_000, of: "@bot:localhost")
            // A burst of several hundred every few minutes.
            guard line % 5_000 == 0 else { continue }
            for _ in 0..<500 { try limiter.consume(.events, bytes: 1_000, of: "@bot:localhost") }
        }
    }

    @Test func waitingForTheRetryDelayAllowsTheNextWrite() throws {
        let time = Mutex(0.0)
        var rates = WriteRates()
        rates.rooms.count = WriteRates.Allowance(burst: 2, perSecond: 0.5)
        let limiter = WriteLimiter(rates, SecondsClock { time.withLock { $0 } })
        for _ in 0..<2 { try limiter.consume(.rooms, of: "@ana:localhost") }
        let refusal = #expect(throws: EndpointError.self) { try limiter.consume(.rooms, of: "@ana:localhost") }
        #expect(refusal?.body["retry_after_ms"] == 2_000)
        time.withLock { $0 = 1.999 }
        #expect(throws: EndpointError.self) { try limiter.consume(.rooms, of: "@ana:localhost") }
        time.withLock { $0 = 2 }
        try limiter.consume(.rooms, of: "@ana:localhost")
        #expect(throws: EndpointError.self) { try limiter.consume(.rooms, of: "@ana:localhost") }
    }

    @Test func fullTokenBucketsAreDropped() {
        var buckets = TokenBuckets<Int>()
        let allowance = WriteRates.Allowance(burst: 1, perSecond: 1)
        for number in 0..<50_000 { buckets.consume(1, number, allowance, now: Double(number) / 100) }
        #expect(buckets.count <= 10_001)
    }

    @Test func writeRoutesHaveARateLimitUnlessExempt() {
        // Passwords and uploads have separate limits. A refresh is counted once its token names an account
        // (`refreshesAreLimitedPerAccount`). The other routes read, or remove data.
        let others: Set<String> = [
            "register", "login", "refresh", "logout", "all", "delete_devices", "status", "search", "publicRooms",
            "upload", "create", "query",
        ]
        for route in RouteTable().routes where route.method != .get && route.write == nil {
            let name = route.template.last { !$0.hasPrefix("{") } ?? ""
            #expect(others.contains(name) || route.method == .delete, "\(route.method) \(route.template)")
        }
    }

    @Test func almostFullDiskRefusesWritesButNotReads() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        let event = try await ana.say("tea", in: room)
        let tag = "v3/user/\(ana.userID)/rooms/\(room)/tags/u.tea"
        #expect(try await ana.ask(.PUT, tag, [:]).status == 200)
        await server.server.stop()

        let full = try await ServerUnderTest.start(in: server.directory) { $0.diskReserve = .max / 2 }
        let ana2 = Person(server: full, name: "ana", token: ana.token)
        let place = (room: room, event: event)
        for write in Self.writes where !write.path.contains("typing") {
            let answer = try await Self.ask(write, by: ana2, place, 7)
            #expect(answer.status == 507, "\(write.testDescription): \(answer.status)")
        }
        // Reads, and writes that free space, still work.
        #expect(try await ana2.ask(.GET, "v3/sync").status == 200)
        #expect(try await ana2.ask(.DELETE, tag).status == 200)
        #expect(try await ana2.ask(.PUT, "v3/rooms/\(room)/typing/\(ana.userID)", ["typing": true]).status == 200)
        #expect(try await ana2.ask(.POST, "v3/logout").status == 200)
        await full.stop()
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
