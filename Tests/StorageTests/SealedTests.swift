import Conversations
import Foundation
import Storage
import Testing

/// Tests the storage of encrypted chats, their keys, and the messages that wait for keys.
@Suite(.timeLimit(.minutes(5))) struct SealedTests {
    private let database: ProfileDatabase
    private let session = RoomSession(chatID: Story.chatID, sessionID: "s")

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    private func receive(_ messages: [Message], isEncrypted: Bool = false) async throws {
        var change = Story.change(messages)
        if isEncrypted {
            change.isEncrypted = .set(true)
            change.encryptionSettings = .set("{}")
        }
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
    }

    private func sealed(_ name: String, _ reason: DecryptionFailureReason) -> Message {
        Message(
            eventID: "$" + name, sender: "@bo:x", timestamp: 1, kind: .encrypted, body: "", detail: nil,
            isRemoved: false, encryption: .sealed(reason, sessionID: session.sessionID), transactionID: nil,
            source: "{}")
    }

    private func keepKey(_ origin: StoredRoomKey.Origin = .device, from index: UInt32 = 0) async throws {
        let key = StoredRoomKey(
            chatID: session.chatID, sessionID: session.sessionID, sender: "@bo:x", senderKey: "k", signingKey: nil,
            firstIndex: index, origin: origin, isShareable: false, state: Data([1]))
        try await database.encryption.write { try $0.set(key) }
    }

    private var isEncrypted: Bool? { get throws { try database.chats.chat(id: Story.chatID)?.isEncrypted } }

    @Test func forgottenChatStaysEncrypted() async throws {
        try await receive([Story.line("m1")], isEncrypted: true)
        try await database.encryption.write { tables in
            let number = try tables.encryptedChat(Story.chatID)?.membersNumber ?? 0
            try tables.setAll([], chatID: Story.chatID, asOf: number)
        }
        try await database.chats.remove(chatID: Story.chatID)
        try await receive([Story.line("m2")])
        #expect(try isEncrypted == true)
        let chat = try await database.encryption.readAside { try $0.encryptedChat(Story.chatID) }
        #expect(chat?.hasAllMembers == false)
    }

    /// The members and the history visibility are stored for every chat.
    @Test func forgottenUnencryptedChatStaysUnencrypted() async throws {
        var change = Story.change([Story.line("m1")])
        change.historyVisibility = .set("shared")
        change.members = [ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")]
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        try await database.chats.remove(chatID: Story.chatID)
        try await receive([Story.line("m2")])
        #expect(try isEncrypted == false)
    }

    @Test func chatWithAnOwnKeyStaysEncrypted() async throws {
        try await keepKey(.own)
        try await receive([Story.line("m1")])
        #expect(try isEncrypted == true)
    }

    @Test func chatWithOnlyAReceivedKeyIsNotEncrypted() async throws {
        try await keepKey(.device)
        try await receive([Story.line("m1")])
        #expect(try isEncrypted == false)
    }

    @Test func keyReceivedBeforeItsMessageOpensIt() async throws {
        try await keepKey()
        #expect(try await database.encryption.readAside { try $0.arrivedKeys() }.isEmpty)
        try await receive([sealed("m1", .awaitsKey)], isEncrypted: true)
        #expect(try await database.encryption.readAside { try $0.arrivedKeys() } == [session])
    }

    @Test func withheldCodeIsAcceptedFromTheKeyOwnerOnly() async throws {
        try await receive([sealed("m1", .awaitsKey)], isEncrypted: true)
        try await database.encryption.write { [session] in
            try $0.setWithheld(session, code: "m.blacklisted", by: "@kim:x")
            try $0.setWithheld(session, code: "m.unverified", by: "@bo:x")
        }
        let code = try await database.encryption.readAside { [session] in
            try $0.withheldCode(session, of: "@bo:x")
        }
        #expect(code == "m.unverified")
    }

    private var asked: [RoomSession] {
        get async throws {
            try await database.encryption.readAside {
                try $0.sessionsToAsk(backupSince: nil, of: ["PHONE"], limit: 9)
            }
        }
    }

    private var answered: [RoomSession] {
        get async throws {
            try await database.encryption.readAside { try $0.answeredKeyInquiries(limit: 9).map(\.session) }
        }
    }

    @Test func lateKeyIsRequestedUntilAnEarlierOneArrives() async throws {
        try await receive([sealed("m1", .beforeKey)], isEncrypted: true)
        try await keepKey(from: 30)
        #expect(try await asked == [session])
        try await database.encryption.write { [session] in
            try $0.set(StoredSecretRequest(requestID: "r", asked: ["PHONE": "key"], askedAt: 1), for: session)
        }
        #expect(try await asked.isEmpty)
        #expect(try await answered.isEmpty)
        // A device that was verified since may have it.
        let others = try await database.encryption.readAside {
            try $0.sessionsToAsk(backupSince: nil, of: ["PHONE", "LAPTOP"], limit: 9)
        }
        #expect(others == [session])
        try await keepKey()
        let opened = Message(
            eventID: "$m1", sender: "@bo:x", timestamp: 1, kind: .text, body: "tea", detail: nil, isRemoved: false,
            encryption: .opened(sessionID: session.sessionID, index: 3), transactionID: nil, source: "{}")
        _ = try await database.encryption.open([opened], of: session)
        #expect(try await answered == [session])
    }
}
