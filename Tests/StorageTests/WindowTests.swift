import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct WindowTests {
    private let database: ProfileDatabase

    init() async throws {
        database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(Story.slice(Story.lines(1...4), before: "p1"))
        _ = try await database.sync.apply(Story.slice(Story.lines(7...10), limited: true, before: "p7"))
    }

    private func bodies(_ window: MessageWindow?) -> [String]? {
        window?.messages.map(\.message.body)
    }

    private func position(_ name: String) throws -> Int64 {
        try #require(try database.messages.position(ofEventID: "$" + name, chatID: Story.chatID))
    }

    @Test func theLatestWindowEndsWithTheNewestMessage() throws {
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 5)
        #expect(bodies(window) == ["m4", "m7", "m8", "m9", "m10"])
        #expect(window.gaps == [TimelineGap(position: try position("m7"), token: "p7")])
        #expect(window.hasOlder && !window.hasNewer)
    }

    @Test func adjacentWindowsHaveNoGapOrOverlap() throws {
        let older = try database.messages.window(chatID: Story.chatID, before: position("m8"), limit: 3)
        #expect(bodies(older) == ["m3", "m4", "m7"])
        #expect(older.hasOlder && older.hasNewer)
        let newer = try database.messages.window(chatID: Story.chatID, after: position("m7"), limit: 2)
        #expect(bodies(newer) == ["m8", "m9"])
        #expect(newer.gaps.isEmpty && newer.hasOlder && newer.hasNewer)
        let newest = try database.messages.window(chatID: Story.chatID, after: position("m9"), limit: 2)
        #expect(!newest.hasNewer)
    }

    @Test func windowStartingAtAGapHasOlderMessages() throws {
        let window = try database.messages.window(chatID: Story.chatID, before: position("m3"), limit: 9)
        #expect(bodies(window) == ["m1", "m2"])
        #expect(window.hasOlder)
        #expect(window.gaps.map(\.token) == ["p1"])
    }

    @Test func windowBeforeTheOldestMessageIsEmptyButHasOlder() throws {
        let window = try database.messages.window(chatID: Story.chatID, before: position("m1"), limit: 9)
        #expect(window == MessageWindow(messages: [], gaps: [], hasOlder: true, hasNewer: true))
    }

    @Test func windowAfterTheNewestMessageIsEmpty() throws {
        let window = try database.messages.window(chatID: Story.chatID, after: position("m10"), limit: 9)
        #expect(window == MessageWindow(messages: [], gaps: [], hasOlder: true, hasNewer: false))
    }

    @Test func aWindowAroundAnEventHasBothSides() throws {
        let window = try database.messages.window(chatID: Story.chatID, around: "$m7", limit: 5)
        #expect(bodies(window) == ["m3", "m4", "m7", "m8", "m9"])
        #expect(try database.messages.window(chatID: Story.chatID, around: "$none", limit: 5) == nil)
    }

    @Test func messageRoundTripsWithAllFields() async throws {
        let message = Message(
            eventID: "$all", sender: "@kim:x", timestamp: 77, kind: .membership, body: "bé\u{202e}d",
            detail: MembershipChange(userID: "@bo:x", displayName: "Bo", what: .renamed), isRemoved: false,
            transactionID: "t", source: "{\"a\":\"\u{1F980}\"}")
        _ = try await database.sync.apply(Story.slice([message]))
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 1)
        #expect(window.messages.map(\.message) == [message])
    }
}
