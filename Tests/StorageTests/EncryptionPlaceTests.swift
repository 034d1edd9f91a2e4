import Conversations
import GRDB
import Testing

@testable import Storage

/// Tests the position in the timeline from which a chat is encrypted.
@Suite(.timeLimit(.minutes(5))) struct EncryptionPlaceTests {
    private let encryption = #"{"type":"m.room.encryption","state_key":"","content":{}}"#

    /// - Parameter source: the source of a state event; `nil` for a text message.
    private func message(_ id: String, _ encryption: MessageEncryption? = nil, source: String? = nil) -> Message {
        Message(
            eventID: id, sender: "@bo:x", timestamp: 1, kind: source == nil ? .text : .unknown, body: "tea",
            detail: nil, isRemoved: false, encryption: encryption, transactionID: nil, source: source ?? "{}")
    }

    private func since(_ messages: [Message]) async throws -> (found: Int64?, places: [Int64]) {
        let database = try ProfileDatabase.inMemory()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: messages, isLimited: false, previousBatch: nil)
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        let window = try database.messages.window(chatID: Story.chatID, endingAtLatest: 100)
        let found = try await database.encryption.readAside { try $0.encryptedSince(chatID: Story.chatID) }
        return (found, window.messages.map(\.position))
    }

    @Test func encryptionBeginsAtTheFirstEncryptionEvent() async throws {
        let (found, places) = try await since([
            message("1"), message("2", source: encryption), message("3", .opened(sessionID: "s", index: 0)),
            message("4"), message("5", source: encryption),
        ])
        #expect(places.count == 5 && found == places[1])
    }

    @Test func encryptionPositionIsUnknownIfNotInTheTimeline() async throws {
        #expect(try await since([message("1"), message("2")]).found == nil)
        // The state was set a second time. Messages in between may have been inserted by an attacker.
        let again = [
            message("1", .opened(sessionID: "s", index: 0)), message("2"), message("3", source: encryption),
        ]
        #expect(try await since(again).found == nil)
    }

    /// Anybody can send a message of this type, and encrypt any content. Imported events have any source.
    @Test(arguments: [
        #"{"type":"m.room.encryption","content":{}}"#, #"{"type":"m.room.encryption","state_key":"other"}"#,
        #"{"type":"m.room.topic","state_key":""}"#, "m.room.encryption",
    ])
    func otherEventsDoNotBeginTheEncryption(source: String) async throws {
        #expect(try await since([message("1"), message("2", source: source)]).found == nil)
    }

    @Test func encryptedEventDoesNotBeginTheEncryption() async throws {
        let sealed = message("2", .opened(sessionID: "s", index: 0), source: encryption)
        #expect(try await since([message("1"), sealed]).found == nil)
    }

    @Test func encryptionEventIsFoundByAnIndex() async throws {
        let plan = try ProfileDatabase.inMemory().access.read { db in
            let sql = "EXPLAIN QUERY PLAN " + EncryptionTables.firstEncryptionEvent
            return try Row.fetchAll(db, sql: sql, arguments: [Story.chatID]).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("messages_of_unknown_kind (chat_key=?)") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}
