import MatrixAPI
import Synchronization
import Testing

@testable import MatrixClient

/// Replaces each number in a server's answers by extreme numbers. Each function of the client returns or throws, and
/// what it returns is within the documented limits. An arithmetic overflow crashes the whole process, including this
/// test.
@Suite(.timeLimit(.minutes(5))) struct AnswerNumbersTests {
    /// The numbers in JSON syntax. The last one is out of the range of JSON numbers.
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "-1", "0", "0.5", "-0.0", "4611686018427387904", "9007199254740993",
        "1.7976931348623157e308", "-1e308", "5e-324", "253402300800000", "1e400",
    ]
    /// The text in place of the replaced number.
    private static let mark = "@@"

    /// The answer of the server to the next request.
    private final class Answer: Sendable {
        private let text = Mutex("")

        func set(_ answer: String) { text.withLock { $0 = answer } }

        func serve() throws -> ScriptedServer {
            try ScriptedServer { _, conversation in conversation.say(Array(self.text.withLock { $0 }.utf8)) }
        }
    }

    /// Calls the body with a client of a server that gives the answer.
    private func withClient(_ answer: Answer, _ body: (HomeserverClient) async throws -> Void) async throws {
        let server = try answer.serve()
        defer { server.stop() }
        let client = HomeserverClient(homeserver: .url(server.address), accessToken: "secret")
        do {
            try await body(client)
        } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }

    /// Expects that the call succeeds, or throws an error of the client.
    private func expectReturn(_ call: () async throws -> Void) async {
        do {
            try await call()
        } catch {
            #expect(error is MatrixClientError || error is KeyBackupError, "\(error)")
        }
    }

    @Test func extremeNumbersInResponsesDoNotCrash() async throws {
        var count = 0
        for question in AnsweredQuestion.all {
            let answer = Answer()
            let template = try JSONValue(parsing: question.answer)
            try await withClient(answer) { client in
                // The unchanged answer is valid. Otherwise the call would fail before it reads a number.
                answer.set(.http(200, question.answer))
                try await question.ask(client)
                for marked in template.markingEachNumber(by: Self.mark) {
                    for number in Self.numbers {
                        count += 1
                        let body = marked.serializedText.replacing("\"\(Self.mark)\"", with: number)
                        answer.set(.http(200, body))
                        await expectReturn { try await question.ask(client) }
                    }
                }
            }
        }
        #expect(count > 100 * Self.numbers.count)
    }

    @Test func extremeNumbersInErrorsDoNotCrash() async throws {
        let answer = Answer()
        try await withClient(answer) { client in
            for number in Self.numbers {
                let error = #"{"errcode":"M_LIMIT_EXCEEDED","error":"slow","retry_after_ms":\#(number)}"#
                answer.set(.http(429, error))
                let limited = await #expect(throws: MatrixClientError.self) { _ = try await client.versions() }
                #expect((0...86_400_000).contains(limited?.retryAfterMilliseconds ?? 0), "\(number)")
                answer.set(.http(403, #"{"errcode":"M_WRONG_ROOM_KEYS_VERSION","current_version":\#(number)}"#))
                await #expect(throws: KeyBackupError.self) { _ = try await client.keyBackup() }
                answer.set(.http(401, #"{"flows":[{"stages":["m.login.dummy",\#(number)]}],"session":\#(number)}"#))
                await #expect(throws: MatrixClientError.self) {
                    try await client.deleteDevices(["A"], userID: "@ana:x")
                }
            }
        }
    }

    @Test func extremeNumbersInHeadersDoNotCrash() async throws {
        let answer = Answer()
        let error = #"{"errcode":"M_LIMIT_EXCEEDED","error":"slow"}"#
        try await withClient(answer) { client in
            let usual = "Fri, 27 Nov 2026 09:00:00 GMT"
            for number in Self.numbers + ["2147483647", "-2147483648", "nan", "inf", "0x10", ""] {
                let dates = [
                    number, "Fri, \(number) Nov 2026 09:00:00 GMT", "Fri, 27 Nov \(number) 09:00:00 GMT",
                    "Fri, 27 Nov 2026 \(number):\(number):\(number) GMT",
                ]
                for (retry, date) in dates.map({ ($0, usual) }) + dates.map({ (usual, $0) }) {
                    let headers = ["Retry-After: \(retry)", "Date: \(date)"]
                    answer.set(.http(429, error, headers: headers))
                    let limited = await #expect(throws: MatrixClientError.self) { _ = try await client.versions() }
                    #expect((0...86_400_000).contains(limited?.retryAfterMilliseconds ?? 0), "\(headers)")
                }
                answer.set("HTTP/1.1 200 OK\r\nContent-Length: \(number)\r\nConnection: close\r\n\r\n{}")
                // The body is no answer of this endpoint, however much of it is read.
                await #expect(throws: MatrixClientError.self) { _ = try await client.versions() }
            }
        }
    }

    @Test func extremeNumbersInDownloadHeadersDoNotCrash() async throws {
        let answer = Answer()
        let address = try #require(MediaAddress("mxc://example.org/abc"))
        let sink = MediaSink { part in
            #expect(part.offset >= 0)
            #expect((0...1_000).contains(part.total ?? 0))
            return true
        } take: { _ in
            true
        }
        try await withClient(answer) { client in
            for number in Self.numbers + ["nan", "", "-"] {
                let ranges = ["bytes \(number)-\(number)/4", "bytes 2-3/\(number)", "bytes \(number)-3/\(number)"]
                let parts = ranges.map { range in "206 OK\r\nContent-Length: 2\r\nContent-Range: \(range)" }
                for head in parts + ["200 OK\r\nContent-Length: \(number)"] {
                    answer.set("HTTP/1.1 \(head)\r\nETag: \"1\"\r\nConnection: close\r\n\r\now")
                    await expectReturn {
                        try await client.download(address, from: 2, tag: "\"1\"", limit: 1_000, into: sink)
                    }
                }
            }
        }
    }

    @Test func homeserverWithAnInvalidPortIsRefused() async throws {
        let answer = Answer()
        let server = try answer.serve()
        defer { server.stop() }
        let client = HomeserverClient(homeserver: .url(server.address))
        for number in Self.numbers + ["65536"] {
            let base = "http://127.0.0.1:\(number)"
            answer.set(.http(200, #"{"m.homeserver":{"base_url":"\#(base)"}}"#))
            let found = await client.wellKnownHomeserver(for: "127.0.0.1:\(server.port)")
            #expect(found == .failError(.badAddress(base)))
        }
        await client.shutdown()
    }
}

/// A function of the client, and an answer to it.
private struct AnsweredQuestion: Sendable {
    let answer: String
    let ask: @Sendable (HomeserverClient) async throws -> Void

    init(_ answer: String, _ ask: @escaping @Sendable (HomeserverClient) async throws -> Void) {
        (self.answer, self.ask) = (answer, ask)
    }

    static let all: [AnsweredQuestion] = account + keys + backups + events + rooms

    private static let session = """
        {"user_id":"@ana:x","device_id":"A","access_token":"a","refresh_token":"r","expires_in_ms":3600000}
        """
    private static let event = """
        {"type":"m.room.message","event_id":"$1","sender":"@bo:x","room_id":"!a:x","origin_server_ts":1795262400000,\
        "content":{"msgtype":"m.image","body":"b","info":{"w":640,"h":480,"size":9000}},\
        "unsigned":{"age":5,"m.relations":{"m.thread":{"count":3}}}}
        """
    private static let room = """
        {"room_id":"!a:x","name":"Tea","num_joined_members":5,"children_state":[\(event)]}
        """
    private static let key = """
        {"first_message_index":1,"forwarded_count":1,"is_verified":false,"session_data":{"n":1}}
        """

    private static let account: [AnsweredQuestion] = [
        AnsweredQuestion(#"{"versions":["v1.1"],"unstable_features":{"n":1}}"#) { _ = try await $0.versions() },
        AnsweredQuestion(#"{"flows":[{"type":"m.login.password","n":1}]}"#) { _ = try await $0.loginFlows() },
        AnsweredQuestion(session) { client in
            let session = try await client.login(
                user: "ana", password: "p", deviceName: "d", asksForRefreshToken: true)
            expectCalendar(session.tokens(now: 1_000))
            // The lifetime also decides whether this request refreshes the token first.
            _ = try await client.whoAmI()
        },
        AnsweredQuestion(session) { client in
            let session = try await client.register(
                username: "ana", password: "p", deviceName: "d", asksForRefreshToken: true)
            expectCalendar(session.tokens(now: 1_000))
        },
        AnsweredQuestion(session) { client in
            let tokens = try await client.refresh("r").tokens(after: AccessTokens(accessToken: "b"), now: 1_000)
            expectCalendar(tokens)
        },
        AnsweredQuestion(#"{"devices":[{"device_id":"A","last_seen_ts":1795262400000}]}"#) { client in
            for device in try await client.devices() {
                #expect((0...253_402_300_799_999).contains(device.lastSeen ?? 0))
            }
        },
        AnsweredQuestion(#"{"m.upload.size":50000000}"#) { client in
            let limit = try await client.uploadLimit() ?? 0
            #expect(limit >= 0)
        },
        AnsweredQuestion(#"{"n":1}"#) { _ = try await $0.accountData(userID: "@ana:x", type: "m.x") },
        AnsweredQuestion(#"{"limited":false,"results":[{"user_id":"@bo:x","n":1}]}"#) { client in
            _ = try await client.searchPeople("bo", limit: 10)
        },
    ]

    private static let keys: [AnsweredQuestion] = [
        AnsweredQuestion(#"{"one_time_key_counts":{"signed_curve25519":50}}"#) { client in
            _ = try await client.uploadKeys(deviceKeys: nil, oneTimeKeys: .emptyObject)
        },
        AnsweredQuestion(#"{"device_keys":{"@bo:x":{"B":{"n":1}}},"failures":{"y":{"status":503}}}"#) { client in
            _ = try await client.queryKeys(of: ["@bo:x"])
        },
        AnsweredQuestion(#"{"one_time_keys":{"@bo:x":{"B":{"a:1":{"key":"k","n":1}}}}}"#) { client in
            _ = try await client.claimKeys("a", of: ["@bo:x": ["B"]])
        },
        AnsweredQuestion(#"{"failures":{"@bo:x":{"B":{"errcode":"M_UNKNOWN","status":400}}}}"#) { client in
            _ = try await client.uploadSignatures(["@bo:x": ["B": ["n": 1]]])
        },
    ]

    private static let backups: [AnsweredQuestion] = [
        AnsweredQuestion(
            #"{"version":"1","algorithm":"a","auth_data":{"n":1},"count":42,"etag":"7"}"#
        ) { client in
            let count = try await client.keyBackup().state.count ?? 0
            #expect(count >= 0)
        },
        AnsweredQuestion(#"{"version":"1","n":1}"#) { client in
            _ = try await client.makeKeyBackup(algorithm: "a", authData: [:])
        },
        AnsweredQuestion(#"{"count":42,"etag":"7"}"#) { client in
            let count = try await client.backUp([:], version: "1").count ?? 0
            #expect(count >= 0)
        },
        AnsweredQuestion(#"{"rooms":{"!a:x":{"sessions":{"s":\#(key)}}}}"#) { client in
            for keys in try await client.backedUpKeys(version: "1").values {
                for key in keys.values { expectCounts(key) }
            }
        },
        AnsweredQuestion(#"{"sessions":{"s":\#(key)}}"#) { client in
            for key in try await client.backedUpKeys(version: "1", roomID: "!a:x").values { expectCounts(key) }
        },
        AnsweredQuestion(key) { client in
            expectCounts(try await client.backedUpKey(version: "1", roomID: "!a:x", sessionID: "s"))
        },
    ]

    private static let events: [AnsweredQuestion] = [
        AnsweredQuestion(#"{"chunk":[\#(event)],"state":[\#(event)],"start":"s","end":"e"}"#) { client in
            let page = try await client.messages(roomID: "!a:x", from: nil, limit: 10)
            expectTimes(page.chunk + page.state)
        },
        AnsweredQuestion(#"{"chunk":[\#(event)],"start":"s"}"#) { client in
            expectTimes(
                try await client.messages(in: "!a:x", by: nil, hasFile: false, limit: 10, from: nil).chunk)
        },
        AnsweredQuestion(#"{"chunk":[\#(event)],"recursion_depth":1}"#) { client in
            expectTimes(
                try await client.relations(
                    roomID: "!a:x", eventID: "$0", type: "m.thread", from: nil, limit: 10
                ).chunk)
        },
        AnsweredQuestion(#"{"event":\#(event),"events_before":[\#(event)],"state":[\#(event)]}"#) { client in
            let context = try await client.context(roomID: "!a:x", eventID: "$1", limit: 10)
            expectTimes([context.event] + context.before + context.after + context.state)
        },
        AnsweredQuestion(
            #"{"search_categories":{"room_events":{"count":5,"results":[{"rank":0.5,"result":\#(event)}]}}}"#
        ) { client in
            let page = try await client.searchMessages("b", roomIDs: nil, senders: nil, limit: 10, from: nil)
            expectTimes(page.results.map(\.event))
        },
        AnsweredQuestion("[\(event)]") { expectTimes(try await $0.state(roomID: "!a:x")) },
        AnsweredQuestion(#"{"chunk":[\#(event)]}"#) { expectTimes(try await $0.members(roomID: "!a:x")) },
        AnsweredQuestion(#"{"users":{"@bo:x":100},"ban":50}"#) { client in
            _ = try await client.stateContent(roomID: "!a:x", type: "m.room.power_levels")
        },
        AnsweredQuestion(#"{"event_id":"$1","n":1}"#) { client in
            _ = try await client.send(roomID: "!a:x", type: "m.x", transactionID: "t", content: [:])
        },
    ]

    private static let rooms: [AnsweredQuestion] = [
        AnsweredQuestion(#"{"chunk":[\#(room)],"total_room_count_estimate":100}"#) { client in
            expectMembers(try await client.publicRooms("", limit: 10).rooms)
        },
        AnsweredQuestion(#"{"rooms":[\#(room)],"next_batch":"n"}"#) { client in
            expectMembers(try await client.hierarchy(roomID: "!a:x").rooms)
        },
        AnsweredQuestion(room) { expectMembers([try await $0.summary(roomIDOrAlias: "!a:x")]) },
        AnsweredQuestion(#"{"joined":{"@bo:x":{"display_name":"Bo","n":1}}}"#) { client in
            _ = try await client.joinedMembers(roomID: "!a:x")
        },
    ]

    /// Expects an end that calendars can represent.
    private static func expectCalendar(_ tokens: AccessTokens) {
        let latest: Int64 = 1_000 + (1 << 47)
        #expect((1_000...latest).contains(tokens.expiresAt ?? 1_000))
    }

    private static func expectCounts(_ key: KeyBackupData) {
        #expect(key.firstIndex >= 0 && key.forwardedCount >= 0)
    }

    private static func expectTimes(_ events: [MatrixEvent]) {
        #expect(events.allSatisfy { (0...253_402_300_799_999).contains($0.timestamp) })
    }

    private static func expectMembers(_ rooms: [RoomPreview]) {
        #expect(rooms.allSatisfy { (0...1_000_000_000).contains($0.joinedCount) })
    }
}

extension JSONValue {
    /// Returns a copy for each number of this value, in which that number is replaced by a text.
    fileprivate func markingEachNumber(by mark: String) -> [JSONValue] {
        switch self {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                value.markingEachNumber(by: mark).map { marked in
                    JSONValue.object(members.dictionary.merging([name: marked]) { $1 })
                }
            }
        case .array(let elements):
            elements.indices.flatMap { index in
                elements[index].markingEachNumber(by: mark).map { marked in
                    var changed = elements
                    changed[index] = marked
                    return JSONValue.array(changed)
                }
            }
        case .integer, .double: [.string(mark)]
        case .null, .bool, .string: []
        }
    }
}
