import Conversations
import Storage
import Testing

/// Tests the position in the timeline from which a chat is encrypted.
@Suite(.timeLimit(.minutes(5))) struct EncryptionPlaceTests {
    private let encryption = "m.room.encryption"

    private func message(_ id: String, type: String? = nil, _ encryption: MessageEncryption? = nil) -> Message {
        Message(
            eventID: id, sender: "@bo:x", timestamp: 1, kind: type == nil ? .text : .unknown, body: "tea",
            eventType: type, detail: nil, isRemoved: false, encryption: encryption, transactionID: nil, source: "{}")
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
            message("1"), message("2", type: encryption), message("3", .opened(sessionID: "s", index: 0)),
            message("4"), message("5", type: encryption),
        ])
        #expect(places.count == 5 && found == places[1])
    }

    @Test func encryptionPositionIsUnknownIfNotInTheTimeline() async throws {
        #expect(try await since([message("1"), message("2")]).found == nil)
        // The state was set a second time. Messages in between may have been inserted by an attacker.
        let again = [
            message("1", .opened(sessionID: "s", index: 0)), message("2"), message("3", type: encryption),
        ]
        #expect(try await since(again).found == nil)
    }
}
