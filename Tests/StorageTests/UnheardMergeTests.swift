import Conversations
import GRDB
import SearchWords
import Testing

@testable import Storage

/// Tests that messages fetched later go to their original position, whatever is missing around it.
@Suite(.timeLimit(.minutes(5))) struct UnheardMergeTests {
    private let database: ProfileDatabase

    init() async throws {
        database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        _ = try await database.sync.apply(Story.slice(Story.lines(8...9), limited: true, before: "p8"))
        try await database.access.write {
            try $0.execute(sql: "INSERT INTO unheard (chat_id, since) VALUES ('!tea', 0)")
        }
    }

    /// - Parameter names: The messages, newest first.
    private func hear(_ names: [String], next: String?) async throws {
        let part = try #require(try await database.unheard.parts().first)
        _ = try await database.unheard.store(part, names.map { Story.line($0) }, members: [], nextToken: next)
    }

    @Test func gapFilledBetweenTwoPagesKeepsTheOrder() async throws {
        try await hear(["m9", "u85", "m8", "m7", "m6"], next: "p6")
        #expect(try database.timeline() == "m1 m2 | m8 u85 m9")
        let gap = try #require(try database.gaps().first)
        _ = try await database.messages.fillGap(
            chatID: Story.chatID, gap: gap, with: Story.lines(6...7).reversed(), nextToken: "p6")
        #expect(try database.timeline() == "m1 m2 | m6 m7 m8 u85 m9")
        try await hear(["m5", "m4"], next: "p4")
        #expect(try database.timeline() == "m1 m2 | m6 m7 m8 u85 m9")
        try await hear(["m3", "m2", "u15", "m1"], next: "p1")
        #expect(try database.timeline() == "m1 u15 m2 | m6 m7 m8 u85 m9")
    }

    @Test func pageAfterAnUnknownEventIsNotAppended() async throws {
        try await hear(["m9", "u85", "m8"], next: "p8")
        try await database.access.write {
            try $0.execute(sql: "UPDATE unheard SET next_event_id = '$elsewhere' WHERE chat_id = '!tea'")
        }
        try await hear(["u75", "m2", "u15", "m1"], next: nil)
        #expect(try database.timeline() == "m1 u15 m2 | m8 u85 m9")
    }

    @Test func pageWithAnUnchangedTokenIsTheLast() async throws {
        try await hear(["m9"], next: "p9")
        try await hear([], next: "p9")
        #expect(try await database.unheard.parts().isEmpty)
    }

    @Test func movedMessagesAreFoundByTheirWords() async throws {
        while try await database.search.takeNext() != .nothing {}
        try await hear(["m9", "u85", "u84", "m8"], next: "p8")
        while try await database.search.takeNext() != .nothing {}
        for name in ["m8", "m9", "u84", "u85"] {
            var query = SearchQuery()
            query.terms = [try #require(SearchTerm(name, isPrefix: false))]
            #expect(try await database.search.find(query, limit: 5).hits.map(\.message.eventID) == ["$" + name])
        }
    }

    @Test func readThreadStaysReadWhenMessagesMove() async throws {
        let isRead = """
            SELECT thread_reads.position = messages.position FROM thread_reads JOIN messages ON event_id = '$m9'
            """
        try await database.access.write {
            try $0.execute(
                sql: "INSERT INTO thread_reads SELECT '!tea', '$m8', position FROM messages WHERE event_id = '$m9'")
        }
        try await hear(["m9", "u85", "m8"], next: "p8")
        #expect(try await database.access.write { try Bool.fetchOne($0, sql: isRead) } == true)
    }

    @Test func chatIsRequestedIfItsMembersAreNotAllKnown() async throws {
        var slice = SyncSlice(changes: [])
        for (id, count) in ["!all": 1, "!some": 2] {
            var change = ChatChange(chatID: id, membership: .joined)
            change.joinedCount = .set(count)
            change.members = [ChatMember(userID: "@bo:x", displayName: nil, membership: "join")]
            slice.changes.append(change)
        }
        _ = try await database.sync.apply(slice)
        try await database.access.write { try MissedHistoryWriter(db: $0).add(chatsWith: "@kim:x", since: 0) }
        let asked = Set(try await database.unheard.parts().map(\.chatID))
        #expect(asked.contains("!some") && !asked.contains("!all"))
    }
}
