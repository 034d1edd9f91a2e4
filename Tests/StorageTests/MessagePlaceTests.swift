import Conversations
import GRDB
import Testing

@testable import Storage

/// Tests that message numbers keep chats apart, and that their range suffices for the largest chat.
@Suite(.timeLimit(.minutes(5))) struct MessagePlaceTests {
    @Test(arguments: [MessageRowID.positions.lowerBound, -1, 0, 1, MessageRowID.positions.upperBound])
    func positionRoundTripsThroughItsNumber(position: Int64) async throws {
        let database = try ProfileDatabase.inMemory()
        let found = try await database.access.write { db in
            for key: Int64 in [1, 2, 1_048_574] {
                try db.execute(sql: "INSERT INTO chat_keys VALUES (?, ?)", arguments: [key, "!\(key)"])
                let placed = PlacedMessage(message: Story.line("m\(key)"), position: position)
                try MessageRow(db: db).insert(placed, chatKey: key)
            }
            return try Row.fetchAll(db, sql: "SELECT chat_key, position FROM messages ORDER BY id").map {
                [$0[0] as Int64, $0[1] as Int64]
            }
        }
        #expect(found == [[1, position], [2, position], [1_048_574, position]])
        for key in [1, 2, 1_048_574] {
            let chatID = "!\(key)"
            let windows = [
                try database.messages.window(chatID: chatID, endingAtLatest: 9),
                try database.messages.window(chatID: chatID, startingAtOldest: 9),
                try database.messages.window(chatID: chatID, before: .max, limit: 9),
                try database.messages.window(chatID: chatID, after: .min, limit: 9),
            ]
            for window in windows { #expect(window.messages.map(\.message.body) == ["m\(key)"]) }
            #expect(try await database.messages.eventID(at: position, chatID: chatID) == "$m\(key)")
        }
    }

    @Test func positionOutOfRangeIsRefused() {
        for position in [MessageRowID.positions.lowerBound - 1, MessageRowID.positions.upperBound + 1, .min, .max] {
            #expect(throws: StorageError.self) { try MessageRowID.number(at: position, chatKey: 1) }
            #expect(!MessageRowID.positions.contains(MessageRowID.bound(position)))
        }
    }

    @Test func chatWithManyGapsStillHasPositions() {
        var stored = StoredTimeline()
        stored.newest = MessageRowID.positions.upperBound - (1 << 26)
        for _ in 0..<15 {
            let next = stored.nextChunk
            #expect(next > stored.newest ?? 0)
            #expect(MessageRowID.positions.contains(next))
            stored.newest = next
        }
    }

    @Test func forgettingAChatRemovesOnlyItsOwnMessages() async throws {
        let database = try ProfileDatabase.inMemory()
        for chatID in ["!a", "!b", "!c"] {
            var change = ChatChange(chatID: chatID, membership: .joined)
            change.timeline = ChatChange.Timeline(
                messages: [Story.line("m\(chatID)")], isLimited: true, previousBatch: "p")
            _ = try await database.sync.apply(SyncSlice(changes: [change]))
        }
        try await database.chats.remove(chatID: "!c")
        var change = ChatChange(chatID: "!d", membership: .joined)
        change.timeline = ChatChange.Timeline(messages: [Story.line("new")], isLimited: false, previousBatch: nil)
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        #expect(try database.timeline("!a") == "| m!a")
        #expect(try database.timeline("!b") == "| m!b")
        #expect(try database.timeline("!c").isEmpty)
        #expect(try database.timeline("!d") == "new")
    }
}
