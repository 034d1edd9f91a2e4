import GRDB
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests that no account can make the reads of others slow or large.
@Suite(.timeLimit(.minutes(5))) struct ReadCostTests {
    private static func receipt(_ number: Int, thread: String, of user: String = "@ana:localhost") -> Receipt {
        Receipt(
            user: user, type: "m.read", thread: thread, eventID: "$\(number)", stream: Int64(number),
            timestamp: 0)
    }

    @Test func threadOfAReceiptMustBeAnEventOfTheRoom() async throws {
        let server = try await ServerUnderTest.start()
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["preset": "public_chat"])
        let (root, event) = (try await ana.say("root", in: room), try await ana.say("other", in: room))
        let elsewhere = try await ana.say("elsewhere", in: try await ana.createRoom([:]))
        for (thread, status) in [
            (root, 200), ("main", 200), (event, 200), (elsewhere, 400), ("nothing", 400),
            (String(repeating: "x", count: 60_000), 400),
        ] {
            let answer = try await ana.ask(
                .POST, "v3/rooms/\(room)/receipt/m.read/\(event)", ["thread_id": .string(thread)])
            #expect(answer.status == status, "\(thread.prefix(20))")
        }
        await server.stop()
    }

    @Test func receiptsOfAUserInARoomAreLimited() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        let most = Int(ReceiptsTable.mostThreads)
        try await writer.server.commits.commit { changes in
            let table = ReceiptsTable(changes.database)
            for thread in ["main", ""] { _ = try table.put(Self.receipt(0, thread: thread), in: WriterUnderTest.room) }
            for number in 1...most + 10 {
                _ = try table.put(Self.receipt(number, thread: "$t\(number)"), in: WriterUnderTest.room)
            }
        }
        let threads = try await writer.server.read(for: "") { database in
            try database.strings("SELECT thread FROM receipts WHERE user_id = '@ana:localhost'")
        }
        #expect(threads.count == most)
        #expect(Set(threads).isSuperset(of: ["", "main", "$t\(most + 10)", "$t13"]) && !threads.contains("$t12"))
        writer.stop()
    }

    @Test func responseHasOnesOwnReceiptsAndTheNewest() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        let most = Int(ReceiptsTable.mostInResponse)
        try await writer.server.commits.commit { changes in
            let table = ReceiptsTable(changes.database)
            _ = try table.put(Self.receipt(1, thread: ""), in: WriterUnderTest.room)
            for number in 1...most + 10 {
                _ = try table.put(
                    Self.receipt(number, thread: "", of: "@m\(number):localhost"), in: WriterUnderTest.room)
            }
        }
        let users = try await writer.server.read(for: "") { database in
            try ReceiptsTable(database)
                .receipts(in: WriterUnderTest.room, for: "@ana:localhost", after: 0, upTo: .max).map(\.user)
        }
        #expect(users.count == most && users.first == "@ana:localhost" && users.last == "@m\(most + 10):localhost")
        #expect(!users.contains("@m11:localhost") && users.contains("@m12:localhost"))
        writer.stop()
    }

    @Test func onlyAccountsAreIgnored() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        let ignored = try await writer.server.commits.commit { changes in
            for user in ["@bo:localhost", "@kim:localhost"] {
                try AccountsTable(changes.database).insert(user, password: nil, displayName: nil)
            }
            let list: JSONValue = ["ignored_users": ["@bo:localhost": [:], "@nobody:localhost": [:], "x": [:]]]
            let table = AccountDataTable(changes.database)
            try table.put("m.ignored_user_list", of: WriterUnderTest.ana.userID, in: "", list)
            return try table.ignored(by: WriterUnderTest.ana.userID)
        }
        #expect(ignored == ["@bo:localhost"])
        writer.stop()
    }

    @Test func changesOfAFieldAreReadWithoutTheRestOfTheContent() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        let values: [JSONValue] = ["joined", "joined", 7, .string(String(repeating: "x", count: 5_000)), "shared"]
        let before = try await changes(writer)
        try await writer.server.commits.commit { changes in
            for value in values {
                let content: JSONValue = [
                    "history_visibility": value, "x": .string(String(repeating: "y", count: 50_000)),
                ]
                try RoomWriter(changes).append(
                    EventDraft(
                        "m.room.history_visibility", stateKey: "", sender: WriterUnderTest.ana.userID,
                        content: content), to: WriterUnderTest.room)
            }
        }
        let after = try await changes(writer).dropFirst(before.count)
        #expect(after.map(\.value) == ["joined", "7", String(repeating: "x", count: 32), "shared"])
        writer.stop()
    }

    private func changes(_ writer: WriterUnderTest) async throws -> [FieldChange] {
        try await writer.server.read(for: "") { database in
            try StateTable(database).history(
                of: "history_visibility", "m.room.history_visibility", "", in: WriterUnderTest.room)
        }
    }

    @Test func readPastItsTimeIsEnded() async throws {
        let writer = try await WriterUnderTest.withRoom(of: 1)
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        let counted =
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 200000) SELECT count(*) FROM n"
        try await writer.server.read(for: "") { database in
            #expect(throws: ProcessorTimeExceeded.self) {
                try database.withProcessorTime(.milliseconds(1)) { _ = try $0.integer(endless) }
            }
            // The connection can be used again, and without a limit.
            #expect(try database.integer(counted) == 200_000)
            let count = try database.withProcessorTime(.seconds(1_000_000)) { try $0.integer(counted) }
            #expect(count == 200_000)
        }
        writer.stop()
    }

    @Test func requestThatTakesTooLongIsRefusedAlone() async throws {
        let server = try await ServerUnderTest.start { $0.readTime = .zero }
        let ana = try await server.person("ana")
        let room = try await ana.createRoom(["preset": "public_chat"])
        for number in 1...150 { try await ana.say("line \(number)", in: room) }
        let answer = try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=1000")
        #expect(answer.status == 503 && answer.body["errcode"] == "M_UNKNOWN")
        #expect(try await ana.ask(.GET, "v3/rooms/\(room)/messages?dir=b&limit=1").status == 200)
        await server.stop()
    }
}
