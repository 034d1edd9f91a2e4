import GRDB
import MatrixAPI
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests the limit of account data for each account.
@Suite(.timeLimit(.minutes(5))) struct AccountDataLimitTests {
    private static let limit: JSONValue = "M_RESOURCE_LIMIT_EXCEEDED"

    private func put(_ person: Person, _ type: String, _ bytes: Int, room: String? = nil) async throws -> Answer {
        let place = room.map { "rooms/\($0)/" } ?? ""
        return try await person.ask(
            .PUT, "v3/user/\(person.userID)/\(place)account_data/\(type)",
            ["text": .string(String(repeating: "x", count: bytes))])
    }

    @Test func entriesAreCountedForTheAccountAndForEachRoom() async throws {
        let server = try await ServerUnderTest.start {
            $0.accountData = 5
            $0.accountDataPerRoom = 2
        }
        let (ana, bo) = (try await server.person("ana"), try await server.person("bo"))
        for type in ["one", "two"] {
            #expect(try await put(ana, type, 1).status == 200)
            #expect(try await put(ana, type, 1, room: "!a:localhost").status == 200)
        }
        for room in [nil, "!a:localhost"] {
            let refused = try await put(ana, "three", 1, room: room)
            #expect(refused.status == 403 && refused.body["errcode"] == Self.limit)
            // Replacing an entry doesn't add one.
            #expect(try await put(ana, "one", 2, room: room).status == 200)
        }
        #expect(try await put(ana, "one", 1, room: "!b:localhost").status == 200)
        #expect(try await put(ana, "one", 1, room: "!c:localhost").status == 403)
        #expect(try await put(bo, "one", 1).status == 200)
        await server.stop()
    }

    @Test func byteLimitAppliesAndShrinkingAnEntryIsAllowed() async throws {
        let server = try await ServerUnderTest.start {
            $0.accountDataBytes = 5_000
            $0.accountDataBytesPerRoom = 3_000
        }
        let ana = try await server.person("ana")
        #expect(try await put(ana, "one", 2_900).status == 200)
        #expect(try await put(ana, "two", 200).body["errcode"] == Self.limit)
        #expect(try await put(ana, "one", 2_990).body["errcode"] == Self.limit)
        #expect(try await put(ana, "one", 100).status == 200)
        #expect(try await put(ana, "two", 2_700).status == 200)
        #expect(try await put(ana, "one", 2_500, room: "!a:localhost").body["errcode"] == Self.limit)
        #expect(try await put(ana, "one", 2_000, room: "!a:localhost").status == 200)
        let tag = "v3/user/\(ana.userID)/rooms/!a:localhost/tags/u.\(String(repeating: "t", count: 200))"
        #expect(try await ana.ask(.PUT, tag, ["order": .double(0.5)]).body["errcode"] == Self.limit)
        // The stored content is that of the request that was answered with 200.
        let stored = try await ana.ask(.GET, "v3/user/\(ana.userID)/account_data/one").body
        #expect(stored["text"]?.string?.count == 100)
        let totals = try await server.server.server.read { database in
            let table = AccountDataTable(database)
            return try table.totals(of: ana.userID, in: AccountDataTable.allRooms)
        }
        let counted = try await server.server.server.read { database in
            try database.integer("SELECT sum(length(content) + length(type)) FROM account_data")
        }
        #expect(totals.entries == 3 && totals.bytes == counted)
        await server.stop()
    }

    @Test func migrationCountsExistingAccountData() async throws {
        let totals = try await DatabaseQueue().write { database in
            try FirstTables.create(in: database)
            for (position, (room, type)) in [("", "a"), ("", "bb"), ("!r:localhost", "a")].enumerated() {
                try database.run(
                    "INSERT INTO account_data VALUES ('@ana:localhost', ?, ?, '{\"é\":1}', ?)", [room, type, position])
            }
            try AccountDataTotals.create(in: database)
            return try ["", "!r:localhost", AccountDataTable.allRooms].map {
                try AccountDataTable(database).totals(of: "@ana:localhost", in: $0)
            }
        }
        #expect(totals.map(\.entries) == [2, 1, 3])
        #expect(totals.map(\.bytes) == [19, 9, 28])
    }
}
