import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct OwnLinesTests {
    private let database: ProfileDatabase

    init() async throws {
        database = try ProfileDatabase.inMemory()
        var messages = Story.lines(1...6)
        messages[1] = Story.line("m2", by: "@bo:x")
        messages[3] = Story.line("m4", kind: .emote)
        messages[4] = Story.line("m5", kind: .membership)
        _ = try await database.sync.apply(Story.slice(messages))
    }

    /// A file name was not typed by the user.
    @Test func fileIsNotListedAmongTypedLines() async throws {
        _ = try await database.sync.apply(Story.slice([Story.line("m7", kind: .picture)]))
        #expect(try page(before: .max, limit: 1).map(\.message.body) == ["m6"])
    }

    private func page(before position: Int64, limit: Int) throws -> [PlacedMessage] {
        try database.messages.messages(by: "@ana:x", chatID: Story.chatID, before: position, limit: limit)
    }

    @Test func ownLinesArePagedNewestFirst() throws {
        let first = try page(before: .max, limit: 2)
        #expect(first.map(\.message.body) == ["m6", "m4"])
        let second = try page(before: try #require(first.last).position, limit: 2)
        #expect(second.map(\.message.body) == ["m3", "m1"])
        #expect(try page(before: try #require(second.last).position, limit: 2).isEmpty)
    }
}
