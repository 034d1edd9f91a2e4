import Conversations
import Storage
import Testing

/// Tests that a chat stays encrypted once the account asked for it, no matter what a server reports.
@Suite(.timeLimit(.minutes(5))) struct PromisedEncryptionTests {
    private let ana = "@ana:x"
    private let bo = "@bo:x"
    private let week: Int64 = 604_800_000

    private func joined(_ id: String, _ edit: (inout ChatChange) -> Void = { _ in }) -> ChatChange {
        var change = ChatChange(chatID: id, membership: .joined)
        edit(&change)
        return change
    }

    private func isEncrypted(_ change: ChatChange, _ database: ProfileDatabase) async throws -> Bool? {
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        return try database.chats.chat(id: change.chatID)?.isEncrypted
    }

    @Test(arguments: [true, false]) func chatWithAConfirmedCreationIsEncrypted(isSyncedFirst: Bool) async throws {
        let database = try ProfileDatabase.inMemory()
        let id = try await database.chats.beginCreation(by: ana, inviting: [bo], now: 1)
        if isSyncedFirst {
            // The server names neither of the two in its first response.
            #expect(try await isEncrypted(joined("!tea"), database) == false)
        }
        let applied = try await database.chats.endCreation(id, chatID: "!tea")
        #expect(applied.chats.map(\.isEncrypted) == (isSyncedFirst ? [true] : []))
        #expect(try await isEncrypted(joined("!tea"), database) == true)
        #expect(try await isEncrypted(joined("!other") { $0.heroes = .set([bo]) }, database) == false)
    }

    @Test func chatWithAnUnconfirmedCreationIsMatchedByMembers() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.chats.beginCreation(by: ana, inviting: [bo], now: 1)
        let kims = ChatChange.Creation(content: "{}", creator: "@kim:x")
        #expect(try await isEncrypted(joined("!kim") { $0.heroes = .set(["@kim:x"]) }, database) == false)
        #expect(
            try await isEncrypted(
                joined("!kims") {
                    $0.heroes = .set([bo])
                    $0.creation = .set(kims)
                }, database) == false)
        #expect(try await isEncrypted(joined("!tea") { $0.heroes = .set([bo]) }, database) == true)
        // The promise applies once, not to each later chat with bo.
        #expect(try await isEncrypted(joined("!later") { $0.heroes = .set([bo]) }, database) == false)
    }

    @Test func refusedOrExpiredCreationEncryptsNoChat() async throws {
        let database = try ProfileDatabase.inMemory()
        let id = try await database.chats.beginCreation(by: ana, inviting: [bo], now: 1)
        _ = try await database.chats.endCreation(id, chatID: nil)
        #expect(try await isEncrypted(joined("!one") { $0.heroes = .set([bo]) }, database) == false)
        _ = try await database.chats.beginCreation(by: ana, inviting: [bo], now: 1)
        _ = try await database.chats.beginCreation(by: ana, inviting: ["@kim:x"], now: 2 + week)
        #expect(try await isEncrypted(joined("!two") { $0.heroes = .set([bo]) }, database) == false)
    }

    @Test func replacementOfAnEncryptedChatIsEncrypted() async throws {
        let database = try ProfileDatabase.inMemory()
        for (old, isEncrypted) in [("!sealed", true), ("!clear", false)] {
            let change = joined(old) {
                if isEncrypted { $0.isEncrypted = .set(true) }
                $0.replacement = .set(ChatReplacement(chatID: old + "-next", server: nil))
            }
            _ = try await database.sync.apply(SyncSlice(changes: [change]))
            #expect(try await self.isEncrypted(joined(old + "-next"), database) == isEncrypted)
            let named = joined(old + "-named") { $0.predecessorID = .set(old) }
            #expect(try await self.isEncrypted(named, database) == isEncrypted)
        }
    }

    @Test func laterPredecessorDoesNotEncryptAJoinedChat() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(SyncSlice(changes: [joined("!old") { $0.isEncrypted = .set(true) }]))
        #expect(try await isEncrypted(joined("!tea"), database) == false)
        #expect(try await isEncrypted(joined("!tea") { $0.predecessorID = .set("!old") }, database) == false)
    }

    @Test func onlyLinesWaitingForEncryptionAreRetried() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.chats.encrypt(Story.chatID)
        for id in ["a", "b", "c"] { try await database.outbox.accept(Story.outboxLine(id)) }
        try await database.outbox.setState(id: "a", .failed(reason: .encryptionMissing))
        try await database.outbox.setState(id: "b", .failed(reason: .withoutKeys))
        let none = try await database.outbox.retryLinesWithoutEncryption(chatID: "!other", isDecided: true)
        #expect(none.isEmpty)
        let lines = try await database.outbox.retryLinesWithoutEncryption(chatID: Story.chatID, isDecided: true)
        #expect(lines.map(\.id) == ["a"] && lines.map(\.state) == [.queued])
    }

    @Test func refusedEncryptionIsWithdrawn() async throws {
        let database = try ProfileDatabase.inMemory()
        #expect(try await isEncrypted(joined("!tea"), database) == false)
        #expect(try await database.chats.encrypt("!tea").chats.map(\.isEncrypted) == [true])
        #expect(try await database.chats.encrypt("!tea").chats.isEmpty)
        #expect(try await database.chats.withdrawEncryption("!tea").chats.map(\.isEncrypted) == [false])
        #expect(try await isEncrypted(joined("!tea"), database) == false)
        #expect(try await database.chats.withdrawEncryption("!tea").chats.isEmpty)
    }

    @Test func encryptionInUseIsNotWithdrawn() async throws {
        let database = try ProfileDatabase.inMemory()
        let tea = joined(Story.chatID)
        #expect(try await isEncrypted(tea, database) == false)
        _ = try await database.chats.encrypt(Story.chatID)
        // The line was written for an encrypted chat.
        try await database.outbox.accept(Story.outboxLine("a"))
        #expect(try await database.chats.withdrawEncryption(Story.chatID).chats.isEmpty)
        #expect(try await isEncrypted(tea, database) == true)

        // A sync shows the encryption that the server refused.
        #expect(try await isEncrypted(joined("!garden"), database) == false)
        _ = try await database.chats.encrypt("!garden")
        let shown = joined("!garden") {
            $0.isEncrypted = .set(true)
            $0.encryptionSettings = .set("{}")
        }
        #expect(try await isEncrypted(shown, database) == true)
        #expect(try await database.chats.withdrawEncryption("!garden").chats.isEmpty)
        #expect(try await isEncrypted(joined("!garden"), database) == true)
    }
}
