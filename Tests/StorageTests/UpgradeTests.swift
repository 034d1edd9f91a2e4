import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct UpgradeTests {
    private func change(_ id: String, _ edit: (inout ChatChange) -> Void = { _ in }) -> ChatChange {
        var change = ChatChange(chatID: id, membership: .joined)
        edit(&change)
        return change
    }

    @Test func chatReplacementAndPredecessorAreKeptUntilChanged() async throws {
        let database = try ProfileDatabase.inMemory()
        let next = ChatReplacement(chatID: "!new", server: "example.org")
        let old = change("!old") { $0.replacement = .set(next) }
        let new = change("!new") { $0.predecessorID = .set("!old") }
        _ = try await database.sync.apply(SyncSlice(changes: [old, new]))
        _ = try await database.sync.apply(SyncSlice(changes: [change("!old"), change("!new")]))
        #expect(try database.chats.chat(id: "!old")?.replacement == next)
        #expect(try database.chats.chat(id: "!new")?.predecessorID == "!old")
        #expect(try database.chats.chat(id: "!new")?.replacement == nil)
        _ = try await database.sync.apply(SyncSlice(changes: [change("!old") { $0.replacement = .set(nil) }]))
        #expect(try database.chats.chat(id: "!old")?.replacement == nil)
    }
}
