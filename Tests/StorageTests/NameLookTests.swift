import Conversations
import GRDB
import Testing

@testable import Storage

/// Tests that homoglyph names are found, including those that an earlier version stored, and that numbers out of
/// range never crash the program.
@Suite(.timeLimit(.minutes(5))) struct NameLookTests {
    @Test func migrationDetectsSimilarMemberNames() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("old.db")
        let before = Migration.all.prefix { $0.version < Migration.nameLooks.version }
        let old = try ProfileDatabase(path: path, migrations: Array(before))
        try await old.access.write { db in
            try db.execute(
                sql: """
                    INSERT INTO members (chat_id, user_id, display_name, membership) VALUES
                        ('!tea', '@bo:x', 'Bo', 'join'), ('!tea', '@kim:x', 'Kim', 'join'), ('!tea', '@b:y', 'Bо', 'join'),
                        ('!tea', '@lee:x', NULL, 'join'), ('!tea', '@lee:y', '  ', 'leave')
                    """)
        }
        old.close()
        let database = try ProfileDatabase(path: path)
        _ = try await database.sync.apply(Story.slice([Story.line("m1", by: "@bo:x")]))
        #expect(try database.chats.chat(id: Story.chatID)?.lastSender?.isNameShared == true)
        _ = try await database.sync.apply(Story.slice([Story.line("m2", by: "@kim:x")]))
        #expect(try database.chats.chat(id: Story.chatID)?.lastSender?.isNameShared == false)
        // A member who left can't be confused with anybody.
        _ = try await database.sync.apply(Story.slice([Story.line("m3", by: "@lee:x")]))
        #expect(try database.chats.chat(id: Story.chatID)?.lastSender?.isNameShared == false)
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.members = [ChatMember(userID: "@lee:y", displayName: nil, membership: "join")]
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        #expect(try database.chats.chat(id: Story.chatID)?.lastSender?.isNameShared == true)
    }

    private static func invite(_ chatID: String, by userID: String, _ name: String?) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .invited)
        change.inviter = .set(ChatPerson(userID: userID, displayName: name))
        return change
    }

    /// Whether the inviter to `!new` is shown with the Matrix ID.
    private static func isShared(_ database: ProfileDatabase) throws -> Bool? {
        try database.chats.chat(id: "!new")?.inviter?.isNameShared
    }

    @Test func inviterWithAnothersNameIsDetected() async throws {
        let database = try ProfileDatabase.inMemory()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.members = [ChatMember(userID: "@alex:one", displayName: "Alex", membership: "join")]
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        for (userID, name, isShared) in [
            ("@alex:two", nil, true), ("@mallory:two", "Аlex", true), ("@alex:one", "Alex", false),
            ("@kim:two", "Kim", false),
        ] as [(String, String?, Bool)] {
            _ = try await database.sync.apply(SyncSlice(changes: [Self.invite("!new", by: userID, name)]))
            #expect(try Self.isShared(database) == isShared, "\(userID)")
        }
        // Two strangers, of whom neither is known: the first invitation is read again.
        let applied = try await database.sync.apply(
            SyncSlice(changes: [Self.invite("!other", by: "@kim:three", nil)]))
        #expect(applied.chats.filter { $0.inviter?.isNameShared == true }.map(\.id) == ["!other", "!new"])
        // So it is if somebody of that name comes into a chat.
        _ = try await database.sync.apply(SyncSlice(changes: [Self.invite("!new", by: "@lee:two", "Lee")]))
        change.members = [ChatMember(userID: "@lee:one", displayName: "Lee", membership: "join")]
        let later = try await database.sync.apply(SyncSlice(changes: [change]))
        #expect(later.chats.first { $0.id == "!new" }?.inviter?.isNameShared == true)
    }

    @Test func contactNameBelongsToThatContact() async throws {
        let database = try ProfileDatabase.inMemory()
        try await database.contacts.save(Contact(userID: "@bo:x", place: .device, name: "Chef", note: ""))
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.members = [ChatMember(userID: "@kim:x", displayName: "Chef", membership: "join")]
        change.timeline = Story.change([Story.line("m1", by: "@kim:x")]).timeline
        _ = try await database.sync.apply(SyncSlice(changes: [change, Self.invite("!new", by: "@lee:x", "chef")]))
        #expect(try database.chats.chat(id: Story.chatID)?.lastSender?.isNameShared == true)
        #expect(try Self.isShared(database) == true)
        change.members = [ChatMember(userID: "@kim:x", displayName: "Kim", membership: "join")]
        change.timeline = .init(messages: [Story.line("m2", by: "@kim:x")], isLimited: false, previousBatch: nil)
        _ = try await database.sync.apply(SyncSlice(changes: [change, Self.invite("!new", by: "@bo:x", "Bo")]))
        #expect(try database.chats.chat(id: Story.chatID)?.lastSender?.isNameShared == false)
        #expect(try Self.isShared(database) == false)
        #expect(try database.chats.chat(id: "!new")?.inviter?.contactName == "Chef")
    }

    @Test(arguments: [Int64.max, .min, -1, 1 << 62]) func storedNumbersAreReadWithinTheirRange(number: Int64)
        async throws
    {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(Story.slice([Story.line("m1")]))
        try await database.access.write { db in
            try db.execute(
                sql: """
                    UPDATE chats SET joined_count = ?1, invited_count = ?1, notification_count = ?1, highlight_count = ?1,
                        last_activity = ?1
                    """, arguments: [number])
            try db.execute(sql: "UPDATE messages SET timestamp = ?", arguments: [number])
        }
        let chat = try #require(try database.chats.all().first)
        for count in [chat.joinedCount, chat.invitedCount, chat.notificationCount, chat.highlightCount] {
            #expect(NumberLimits.counts.contains(count))
        }
        #expect(chat.lastActivity == 0 && chat.lastMessage?.timestamp == 0)
        _ = try await database.sync.apply(Story.slice([Story.line("m2")]))
        #expect(try database.chats.all().first?.lastActivity == 2)
    }
}
