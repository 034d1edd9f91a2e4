import MatrixAPI
import NIOCore
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests responses that are longer than the part that the server keeps in memory.
@Suite(.timeLimit(.minutes(5))) struct LongAnswerTests {
    private static let text = String(repeating: "x", count: 30_000)

    private static func server(_ limits: (inout ServerLimits) -> Void = { _ in }) async throws -> ServerUnderTest {
        try await ServerUnderTest.start {
            $0.answerBytesInMemory = 8_192
            limits(&$0)
        }
    }

    @Test func responseInAFileMatchesTheWrittenText() async throws {
        var limits = ServerLimits()
        (limits.answerBytesInMemory, limits.answersInMemory) = (1_000, 1_500)
        let budget = ResponseBudget(limits, directory: "/tmp")
        for (size, isInFile) in [(900, false), (1_200, true), (5_000, true)] {
            let text = ResponseText(budget, for: "@ana:localhost")
            try text.append(.string(String(repeating: "y", count: size - 2)))
            let answer = try text.finish()
            #expect(answer.isInFile == isInFile && answer.length == size)
            #expect(try await answer.bytes().filter { $0 == UInt8(ascii: "y") }.count == size - 2)
            #expect(isInFile ? budget.held.inFiles == Int64(size) : budget.held.inMemory == size)
        }
        // Once all clients have read them, none counts any more.
        #expect(budget.isIdle)
    }

    @Test func responsesGoToFilesWhenMemoryIsUsedUp() async throws {
        var limits = ServerLimits()
        (limits.answerBytesInMemory, limits.answersInMemory) = (1_000, 1_500)
        let budget = ResponseBudget(limits, directory: "/tmp")
        let answers = try (1...3).map { _ in
            let text = ResponseText(budget, for: "@ana:localhost")
            try text.append(.string(String(repeating: "y", count: 700)))
            return try text.finish()
        }
        #expect(answers.map(\.isInFile) == [false, false, true])
    }

    @Test func responseFilesPerAccountAreLimited() throws {
        var limits = ServerLimits()
        (limits.answerBytesInMemory, limits.answerFileBytesPerAccount, limits.answerFileBytes) = (100, 2_000, 5_000)
        let budget = ResponseBudget(limits, directory: "/tmp")
        func compose(_ user: String, _ size: Int) throws -> ComposedResponse {
            let text = ResponseText(budget, for: user)
            for _ in 0..<size / 100 { try text.append([UInt8](repeating: 32, count: 100)) }
            return try text.finish()
        }
        let mallory = try compose("@mallory:localhost", 1_500)
        #expect(throws: EndpointError.self) { try compose("@mallory:localhost", 1_500) }
        let ana = try compose("@ana:localhost", 2_000)
        #expect(budget.held.inFiles == mallory.length + ana.length)
        #expect(throws: EndpointError.self) { try compose("@bo:localhost", 2_000) }
        #expect(budget.held.inFiles == mallory.length + ana.length)
    }

    @Test func responseFilesLeaveTheReserveOfTheDisk() throws {
        var limits = ServerLimits()
        // A sum with the largest reserve doesn't overflow either.
        (limits.answerBytesInMemory, limits.diskKept) = (100, .max)
        let budget = ResponseBudget(limits, directory: "/tmp")
        #expect(throws: EndpointError.self) { try budget.reserve(inFiles: 1_000, of: "@ana:localhost") }
        #expect(budget.isIdle)
    }

    @Test func longResponsesArriveComplete() async throws {
        let server = try await Self.server()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        for number in 1...5 { try await ana.say("\(number) \(Self.text)", in: room) }
        let path = "v3/user/\(ana.userID)/account_data/m.long"
        #expect(try await ana.ask(.PUT, path, ["text": .string(Self.text)]).status == 200)
        let state = "v3/rooms/\(room)/state"
        #expect(try await ana.ask(.PUT, "\(state)/m.long/a", ["text": .string(Self.text)]).status == 200)

        let sync = try await ana.sync()
        #expect(sync.said(in: room).map { $0.first } == ["1", "2", "3", "4", "5"])
        let data = sync["account_data"]?["events"]?.array?.first { $0["type"] == "m.long" }
        #expect(data?["content"]?["text"]?.string == Self.text)
        let events = try #require(try await ana.ask(.GET, state).body.array)
        #expect(events.first { $0["type"] == "m.long" }?["content"]?["text"]?.string == Self.text)
        #expect(events.first?["type"] == "m.room.create")
        let members = try await ana.ask(.GET, "v3/rooms/\(room)/members?not_membership=leave").body["chunk"]?.array
        #expect(members?.map { $0["state_key"] } == [.string(ana.userID)])
        let joined = try await ana.ask(.GET, "v3/rooms/\(room)/joined_members").body["joined"]
        #expect(joined?.object?.keys.map(\.self) == [ana.userID])
        let messages = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=6").body["chunk"]?.array
        #expect(messages?.count == 6)
        try await waitUntil("nothing is held") { server.server.server.answers.isIdle }
        await server.stop()
    }

    @Test func longStreamUpdateIsOneMessageInSeveralFrames() async throws {
        let server = try await Self.server()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom()
        for number in 1...5 { try await ana.say("\(number) \(Self.text)", in: room) }
        let update = try await RawConnection.open(to: server) { dialogue in
            try await dialogue.send(
                """
                GET /_matrix/client/unstable/im.confab.stream HTTP/1.1\r
                Host: localhost\r\nAuthorization: Bearer \(ana.token)\r
                Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: m.json\r\n\r\n
                """)
            _ = try await dialogue.head()
            return try await dialogue.text()
        }
        #expect(update.frames > 1)
        #expect(try JSONValue(parsing: update.payload).said(in: room).count == 5)
        await server.stop()
    }

    @Test func unreadLongResponsesAreLimitedPerAccount() async throws {
        let server = try await Self.server {
            $0.socketBuffer = 4096
            $0.answerFileBytesPerAccount = 500_000
        }
        let (ana, mallory) = (try await server.person("ana"), try await server.person("mallory"))
        for person in [ana, mallory] {
            let room = try await person.createRoom()
            for number in 1...6 { try await person.say("\(number) \(Self.text)", in: room) }
        }
        var clients: [WireClient] = []
        for _ in 0..<2 {
            let client = try await WireClient(to: server, reads: false)
            try await client.send(
                "GET /_matrix/client/v3/sync HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(mallory.token)\r\n\r\n")
            clients.append(client)
        }
        try await waitUntil("two answers wait in files") { server.server.server.answers.held.inFiles > 360_000 }
        let refused = try await mallory.ask(.GET, "v3/sync")
        #expect(refused.status == 503 && refused.code == "M_LIMIT_EXCEEDED")
        #expect(refused.headers.first(name: "retry-after") == "10")
        #expect(try await ana.ask(.GET, "v3/sync").status == 200)
        for client in clients { client.close() }
        try await waitUntil("nothing is held") { server.server.server.answers.isIdle }
        #expect(try await mallory.ask(.GET, "v3/sync").status == 200)
        await server.stop()
    }

    @Test func accountsAlternateInTheQueueForLongResponses() async throws {
        let turns = AccountConcurrencyLimiter(atATime: 1, maxWaiting: 3)
        let (order, ordered) = AsyncStream<String>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        var tasks = [Task { try await turns.run(for: "first") { for await _ in gate {} } }]
        try await waitUntil("the first has its turn") { turns.runningCount == 1 }
        for name in ["mallory 1", "mallory 2", "mallory 3", "ana 1"] {
            let user = String(name.prefix { $0 != " " })
            let before = turns.waitingCount
            tasks.append(Task { try await turns.run(for: user) { _ = ordered.yield(name) } })
            try await waitUntil("it waits") { turns.waitingCount == before + 1 }
        }
        await #expect(throws: EndpointError.self) { try await turns.run(for: "mallory") { _ = ordered.yield("never") } }
        open.finish()
        for task in tasks { try await task.value }
        ordered.finish()
        let turn = await order.reduce(into: [String]()) { $0.append($1) }
        #expect(turn == ["mallory 1", "ana 1", "mallory 2", "mallory 3"])
        #expect(turns.runningCount == 0 && turns.waitingCount == 0)
    }
}
