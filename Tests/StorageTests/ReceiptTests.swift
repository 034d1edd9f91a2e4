import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReceiptTests {
    private let database: ProfileDatabase

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    private func read(_ eventID: String, at timestamp: Int64, _ messages: [Message]? = nil) async throws {
        var change = messages.map { Story.change($0) } ?? ChatChange(chatID: Story.chatID, membership: .joined)
        change.receipts = [ReadReceipt(userID: "@bo:x", eventID: eventID, timestamp: timestamp)]
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
    }

    private func eventReadByBo() throws -> String? {
        try database.messages.receipts(chatID: Story.chatID).first?.eventID
    }

    @Test func receiptMovesForwardByPositionNotByTime() async throws {
        try await read("$m2", at: 100, Story.lines(1...3))
        try await read("$m3", at: 50)
        #expect(try eventReadByBo() == "$m3")
        try await read("$m1", at: 200)
        #expect(try eventReadByBo() == "$m3")
    }

    @Test func receiptForAnUnknownMessageIsComparedByTime() async throws {
        try await read("$elsewhere", at: 100, Story.lines(1...3))
        try await read("$m1", at: 50)
        #expect(try eventReadByBo() == "$elsewhere")
        #expect(try database.messages.readPositions(chatID: Story.chatID).isEmpty)
        try await read("$m2", at: 150)
        let position = try database.messages.position(ofEventID: "$m2", chatID: Story.chatID)
        #expect(try database.messages.readPositions(chatID: Story.chatID) == ["@bo:x": try #require(position)])
    }

    @Test func earlyReceiptGetsItsPositionWithTheMessage() async throws {
        try await read("$m1", at: 100)
        #expect(try database.messages.readPositions(chatID: Story.chatID).isEmpty)
        let applied = try await database.sync.apply(Story.slice(Story.lines(1...1)))
        let place = try database.messages.position(ofEventID: "$m1", chatID: Story.chatID)
        #expect(applied.changedReadPlaces == [Story.chatID: [ReadPosition(userID: "@bo:x", position: place)]])
        #expect(try await database.sync.apply(Story.slice(Story.lines(2...2))).changedReadPlaces.isEmpty)
        #expect(try database.messages.readPositions(chatID: Story.chatID).count == 1)
    }

    @Test func threadReceiptsApplyToTheirThreadOnly() async throws {
        func read(_ eventID: String, _ messages: [Message] = [], of threadID: String? = "$m1") async throws
            -> [ReadPosition]?
        {
            var change = Story.change(messages)
            change.receipts = [ReadReceipt(userID: "@bo:x", eventID: eventID, timestamp: 1, threadID: threadID)]
            return try await database.sync.apply(SyncSlice(changes: [change])).changedReadPlaces[Story.chatID]
        }
        func place(_ eventID: String) throws -> Int64? {
            try database.messages.position(ofEventID: eventID, chatID: Story.chatID)
        }
        func positions(_ threadID: String?) throws -> Int64? {
            try database.messages.readPositions(chatID: Story.chatID, threadID: threadID)["@bo:x"]
        }
        let told = try await read("$m3", Story.lines(1...4))
        #expect(told == [ReadPosition(userID: "@bo:x", position: try place("$m3"), threadID: "$m1")])
        #expect(try positions("$m1") == place("$m3"))
        #expect(try positions(nil) == nil && positions("$m2") == nil)
        #expect(try await read("$m2") == nil)
        _ = try await read("$m4", of: nil)
        #expect(try positions("$m1") == place("$m3") && positions(nil) == place("$m4"))

        _ = try await read("$m5")
        let applied = try await database.sync.apply(Story.slice(Story.lines(5...5)))
        let later = [ReadPosition(userID: "@bo:x", position: try place("$m5"), threadID: "$m1")]
        #expect(applied.changedReadPlaces == [Story.chatID: later])
        try await database.chats.remove(chatID: Story.chatID)
        _ = try await database.sync.apply(Story.slice(Story.lines(1...5)))
        #expect(try positions("$m1") == nil)
    }

    @Test func sliceReportsOnlyChangedReadPositions() async throws {
        try await read("$m2", at: 100, Story.lines(1...3))
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.receipts = [
            ReadReceipt(userID: "@bo:x", eventID: "$m1", timestamp: 150),
            ReadReceipt(userID: "@kim:x", eventID: "$m3", timestamp: 150),
            ReadReceipt(userID: "@bo:x", eventID: "$elsewhere", timestamp: 200),
        ]
        let applied = try await database.sync.apply(SyncSlice(changes: [change]))
        let place = try #require(try database.messages.position(ofEventID: "$m3", chatID: Story.chatID))
        let places = [ReadPosition(userID: "@kim:x", position: place), ReadPosition(userID: "@bo:x", position: nil)]
        #expect(applied.changedReadPlaces == [Story.chatID: places])
        #expect(try database.messages.readPositions(chatID: Story.chatID) == ["@kim:x": place])
    }
}
