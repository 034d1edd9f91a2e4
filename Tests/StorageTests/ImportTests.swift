import Conversations
import SearchWords
import Testing

@testable import Storage

/// Tests that the chat in an imported file becomes a separate chat.
@Suite(.timeLimit(.minutes(5))) struct ImportTests {
    private let database: ProfileDatabase
    private let chatID = Chat.importedID(of: Story.chatID)

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    private func add(_ messages: [Message], after place: Int64? = nil) async throws -> ImportedPart {
        var imported = ImportedMessages(chatID: chatID, name: "Tea")
        imported.messages = messages
        imported.members = [ChatMember(userID: "@ana:x", displayName: "Ana", membership: "join")]
        return try await database.imports.add(imported, after: place, now: 1_000_000)
    }

    private func bodies() throws -> [String] {
        try database.messages.window(chatID: chatID, startingAtOldest: 5_000).messages.map(\.message.body)
    }

    @Test func importedPartsAreSortedByTime() async throws {
        _ = try await add(Story.lines(5...7))
        let early = try await add(Story.lines(1...3))
        #expect(early.newEventIDs == ["$m1", "$m2", "$m3"])
        _ = try await add([Story.line("m4"), Story.line("m6"), Story.line("m9")])
        #expect(try bodies() == ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m9"])
        let chat = try #require(try database.chats.chat(id: chatID))
        #expect(chat.membership == .left && chat.givenName == "Tea" && chat.lastMessage?.body == "m9")
        #expect(try database.messages.newestGap(chatID: chatID, upTo: .max) == nil)
    }

    /// Clocks differ. The order in the file is the order that people saw.
    @Test func orderWithinAFileIgnoresTimestamps() async throws {
        let first = try await add([Story.line("m50"), Story.line("m10"), Story.line("m99999999999")])
        _ = try await add([Story.line("m20"), Story.line("m-5")], after: first.end)
        #expect(try bodies() == ["m50", "m10", "m99999999999", "m20", "m-5"])
    }

    @Test func manyMessagesWithOneTimestampFit() async throws {
        let moment = (1...3_000).map { Story.line("a\($0)x7").at(7) }
        for start in stride(from: 0, to: 3_000, by: 500) { _ = try await add(Array(moment[start..<start + 500])) }
        #expect(Set(try bodies()).count == 3_000)
        let again = try await add(Array(moment.prefix(500)))
        #expect(again.newEventIDs.isEmpty)
    }

    @Test func existingImportedMessagesStayUnchanged() async throws {
        _ = try await add([Story.line("m1"), Story.edit("e", of: "$m1", "better"), Story.reaction("r", "+", to: "$m1")])
        let other = Message(
            eventID: "$m1", sender: "@eve:x", timestamp: 1, kind: .text, body: "forged", detail: nil, isRemoved: true,
            transactionID: nil, source: "{}")
        let part = try await add([other, Story.line("m2"), Story.line("m2")])
        #expect(part.newEventIDs == ["$m2"])
        let window = try database.messages.window(chatID: chatID, startingAtOldest: 10)
        #expect(window.messages.map(\.message.body) == ["better", "m2"])
        #expect(window.messages.first?.message.reactions.first?.givers.map(\.userID) == ["@bo:x"])
    }

    /// Files that no chat names any more are reported, so that they can be removed.
    @Test func importedFilesAreAddedLaterAndReportedWhenUnused() async throws {
        let without = [file("$a", nil), file("$b", "mxc://imported.invalid/b")]
        _ = try await add(without)
        _ = try await add([file("$a", "mxc://imported.invalid/a"), file("$b", "mxc://imported.invalid/other")])
        let sources = try database.messages.window(chatID: chatID, startingAtOldest: 5).messages
            .map { $0.message.source }
        #expect(sources.map { $0.contains("invalid/a") } == [true, false])
        #expect(sources.map { $0.contains("invalid/b") } == [false, true])
        var other = ImportedMessages(chatID: Chat.importedID(of: "!other:x"), name: nil)
        other.messages = [file("$c", "mxc://imported.invalid/b")]
        _ = try await database.imports.add(other, after: nil, now: 1_000_000)
        #expect(try await database.imports.remove(chatID: chatID) == ["mxc://imported.invalid/a"])
        #expect(try await database.imports.remove(chatID: other.chatID) == ["mxc://imported.invalid/b"])
    }

    private func file(_ id: String, _ address: String?) -> Message {
        let url = address.map { ",\"url\":\"\($0)\"" } ?? ""
        return Message(
            eventID: id, sender: "@ana:x", timestamp: 1, kind: .picture, body: "a.png", detail: nil, isRemoved: false,
            transactionID: nil, source: "{\"content\":{\"body\":\"a.png\"\(url)}}")
    }

    @Test func syncDoesNotChangeAnImportedChat() async throws {
        _ = try await add(Story.lines(1...2))
        var change = ChatChange(chatID: chatID, membership: .joined)
        change.timeline = .init(messages: [Story.line("m3")], isLimited: true, previousBatch: "token")
        change.givenName = .set("Mine")
        var slice = SyncSlice(changes: [change], directChats: ["@eve:x": [chatID]])
        slice.allChatIDs = []
        let applied = try await database.sync.apply(slice)
        #expect(applied.chats.allSatisfy { $0.id != chatID })
        #expect(try bodies() == ["m1", "m2"])
        let chat = try #require(try database.chats.chat(id: chatID))
        #expect(chat.givenName == "Tea" && chat.membership == .left && chat.directUserID == nil)
        // A sender who is no longer ignored is fetched again only for chats that have a server.
        try await database.chats.setIgnored(["@ana:x"])
        try await database.chats.setIgnored([])
        #expect(try await database.unheard.parts().isEmpty)
    }

    @Test func importedChatIsSearchableAndRemovedCompletely() async throws {
        _ = try await add([Story.line("m1"), Story.line("kettle2")])
        let chats = try await database.imports.finish(chatIDs: [chatID])
        #expect(chats.map(\.id) == [chatID])
        while try await database.search.takeNext() != .nothing {}
        var query = SearchQuery()
        query.terms = [try #require(SearchTerm("kettle2", isPrefix: false))]
        #expect(try await database.search.find(query, limit: 5).hits.map(\.chatID) == [chatID])
        try await database.chats.remove(chatID: chatID)
        #expect(try database.chats.chat(id: chatID) == nil && bodies().isEmpty)
        _ = try await add([Story.line("m1")])
        #expect(try bodies() == ["m1"])
    }
}

extension Message {
    fileprivate func at(_ time: Int64) -> Message {
        Message(
            eventID: eventID, sender: sender, timestamp: time, kind: kind, body: body, detail: nil, isRemoved: false,
            transactionID: nil, source: source)
    }
}
