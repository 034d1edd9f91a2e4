import Conversations
import GRDB
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
}
