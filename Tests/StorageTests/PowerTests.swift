import Conversations
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct PowerTests {
    private func change(_ edit: (inout ChatChange) -> Void = { _ in }) -> SyncSlice {
        var change = ChatChange(chatID: "!tea", membership: .joined)
        edit(&change)
        return SyncSlice(changes: [change])
    }

    @Test func powerLevelsAreKeptUntilASyncChangesThem() async throws {
        let database = try ProfileDatabase.inMemory()
        let first = change {
            $0.powerLevels = .set(#"{"invite":1}"#)
            $0.creation = .set(.init(content: "{}", creator: "@ana:x"))
        }
        _ = try await database.sync.apply(first)
        _ = try await database.sync.apply(change())
        let source = ChatPowerSource(levels: #"{"invite":1}"#, creation: "{}", creator: "@ana:x")
        #expect(try database.chats.all().map(\.powerSource) == [source])
        let applied = try await database.sync.apply(change { $0.powerLevels = .set(#"{"invite":2}"#) })
        #expect(applied.chats.map(\.powerSource.levels) == [#"{"invite":2}"#])
        #expect(applied.chats.map(\.powerSource.creator) == ["@ana:x"])
    }

    @Test func fetchedPowerLevelsAreKeptUntilTheChatIsForgotten() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(change())
        let source = ChatPowerSource(levels: nil, creation: #"{"room_version":"12"}"#, creator: "@ana:x")
        try await database.chats.set(source, knowing: nil, chatID: "!tea")
        #expect(try database.chats.chat(id: "!tea")?.powerSource == source)
        try await database.chats.remove(chatID: "!tea")
        _ = try await database.sync.apply(change())
        #expect(try database.chats.chat(id: "!tea")?.powerSource == ChatPowerSource())
    }

    @Test func fetchedPowerLevelsDoNotReplaceNewerOnes() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(change { $0.powerLevels = .set("new") })
        let source = ChatPowerSource(levels: "old", creation: "{}", creator: "@ana:x")
        try await database.chats.set(source, knowing: nil, chatID: "!tea")
        let kept = ChatPowerSource(levels: "new", creation: "{}", creator: "@ana:x")
        #expect(try database.chats.chat(id: "!tea")?.powerSource == kept)
    }

    @Test func sliceReportsChangedMembers() async throws {
        let database = try ProfileDatabase.inMemory()
        let bo = ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")
        #expect(try await database.sync.apply(change { $0.members = [bo] }).changedMembers == ["!tea": [bo]])
        #expect(try await database.sync.apply(change()).changedMembers.isEmpty)
    }

    @Test func changedMembersHaveTheirContactNames() async throws {
        let database = try ProfileDatabase.inMemory()
        try await database.contacts.save(Contact(userID: "@bo:x", place: .account, name: "Robert", note: ""))
        try await database.contacts.save(Contact(userID: "@bo:x", place: .device, name: "Bob", note: ""))
        let bo = ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")
        let applied = try await database.sync.apply(change { $0.members = [bo] })
        #expect(applied.changedMembers["!tea"]?.map(\.contactName) == ["Bob"])
        #expect(try database.chats.members(chatID: "!tea") == applied.changedMembers["!tea"])
    }
}
