import Conversations
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct ChatSettingTests {
    private func chats(_ database: ProfileDatabase) throws -> [String: Chat] {
        Dictionary(uniqueKeysWithValues: try database.chats.all().map { ($0.id, $0) })
    }

    private func change(_ id: String, _ edit: (inout ChatChange) -> Void = { _ in }) -> ChatChange {
        var change = ChatChange(chatID: id, membership: .joined)
        edit(&change)
        return change
    }

    @Test func tagsAndUnreadMarksAreKeptUntilChanged() async throws {
        let database = try ProfileDatabase.inMemory()
        let tags = ChatTags(isPinned: true, pinOrder: 0.25)
        let first = change("!tea") {
            $0.tags = .set(tags)
            $0.isMarkedUnread = .set(true)
        }
        _ = try await database.sync.apply(SyncSlice(changes: [first]))
        _ = try await database.sync.apply(SyncSlice(changes: [change("!tea")]))
        #expect(try chats(database)["!tea"]?.tags == tags)
        #expect(try chats(database)["!tea"]?.isMarkedUnread == true)
        let last = change("!tea") { $0.tags = .set(ChatTags(isArchived: true)) }
        _ = try await database.sync.apply(SyncSlice(changes: [last]))
        #expect(try chats(database)["!tea"]?.tags == ChatTags(isArchived: true))
    }

    @Test func notificationLevelsChangeOnlyTheirOwnChats() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(SyncSlice(changes: ["!a", "!b", "!c"].map { change($0) }))
        var slice = SyncSlice(changes: [])
        slice.notificationLevels = ["!a": .off, "!b": .mentions, "!unknown": .off]
        #expect(try await database.sync.apply(slice).chats.map(\.id) == ["!a", "!b"])
        slice.notificationLevels = ["!a": .off]
        let applied = try await database.sync.apply(slice)
        #expect(applied.chats.map(\.id) == ["!b"])
        #expect(try chats(database).mapValues(\.notificationLevel) == ["!a": .off, "!b": .all, "!c": .all])
    }

    @Test func messagesInAMutedChatAreNewUntilRead() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        func hasNews() throws -> Bool? { try database.chats.chat(id: Story.chatID)?.hasNews }
        #expect(try hasNews() == false)
        try await database.chats.set(.notifications(.off), chatID: Story.chatID)
        #expect(try hasNews() == true)
        try await database.chats.setHighestRead(chatID: Story.chatID, eventID: "$m1")
        #expect(try hasNews() == true)
        // The read position may be an event that is not a message.
        let joined = Story.line("n1", by: "@kim:x", kind: .membership)
        _ = try await database.sync.apply(Story.slice([joined]))
        try await database.chats.setHighestRead(chatID: Story.chatID, eventID: joined.eventID)
        #expect(try hasNews() == false)
        _ = try await database.sync.apply(Story.slice([Story.line("m3")]))
        #expect(try hasNews() == true)
    }

    @Test func stateEventsNeitherMoveAChatNorMakeItUnread() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        let before = try #require(try database.chats.chat(id: Story.chatID))
        let kinds: [Message.Kind] = [.membership, .chatName, .chatTopic, .unknown, .relation]
        let state = kinds.enumerated().map { Story.line("s\(900 + $0)", by: "@kim:x", kind: $1) }
        for limited in [false, true] {
            _ = try await database.sync.apply(Story.slice(state, limited: limited, before: limited ? "b" : nil))
            let after = try #require(try database.chats.chat(id: Story.chatID))
            #expect(after.lastActivity == before.lastActivity && after.lastMessage == before.lastMessage)
            #expect(!after.isWaiting)
        }
    }

    @Test func spaceKeepsItsChildrenUntilRemoved() async throws {
        let database = try ProfileDatabase.inMemory()
        let team = change("!team") {
            $0.isSpace = .set(true)
            $0.spaceChildren = [
                SpaceChild(chatID: "!b", addedAt: 2, servers: ["x", "y"]),
                SpaceChild(chatID: "!a", order: "z", addedAt: 3, servers: ["x"]),
            ]
        }
        _ = try await database.sync.apply(SyncSlice(changes: [team]))
        let stored = try #require(try chats(database)["!team"])
        #expect(stored.isSpace && stored.spaceChildren.map(\.chatID) == ["!a", "!b"])
        #expect(stored.spaceChildren.last?.servers == ["x", "y"])
        let out = change("!team") { $0.spaceChildren = [SpaceChild(chatID: "!a", servers: [])] }
        #expect(try await database.sync.apply(SyncSlice(changes: [out])).chats.first?.spaceChildren.count == 1)
        try await database.chats.remove(chatID: "!team")
        _ = try await database.sync.apply(SyncSlice(changes: [team]))
        #expect(try chats(database)["!team"]?.spaceChildren.count == 2)
    }

    @Test func confirmedSettingsApplyBeforeTheSync() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(SyncSlice(changes: [change("!tea")]))
        try await database.chats.set(.notifications(.off), chatID: "!tea")
        try await database.chats.set(.name("Tea"), chatID: "!tea")
        try await database.chats.set(.markedUnread(true), chatID: "!nowhere")
        let tea = try #require(try chats(database)["!tea"])
        #expect(tea.notificationLevel == .off && tea.givenName == "Tea")
        #expect(try chats(database).count == 1)
    }

    @Test func ignoredUsersAreReportedWithTheirSlice() async throws {
        let database = try ProfileDatabase.inMemory()
        var slice = SyncSlice(changes: [])
        #expect(try await database.sync.apply(slice).ignoredUserIDs == nil)
        slice.ignoredUserIDs = ["@kim:x"]
        #expect(try await database.sync.apply(slice).ignoredUserIDs == ["@kim:x"])
        #expect(try database.chats.ignoredUserIDs() == ["@kim:x"])
        #expect(try database.opening().ignoredUserIDs == ["@kim:x"])
    }

    @Test func startupSnapshotHasTheFirstChatsAndTheLastOpenOne() async throws {
        let database = try ProfileDatabase.inMemory()
        var changes = (0..<9).map { number in
            change("!\(number)") {
                $0.timeline = .init(
                    messages: [Story.line("m\(number)")], isLimited: false, previousBatch: nil)
            }
        }
        changes[1].tags = .set(ChatTags(isPinned: true))
        changes[8].tags = .set(ChatTags(isArchived: true))
        _ = try await database.sync.apply(SyncSlice(changes: changes))
        let opening = try database.opening(lastOpenChatID: "!8", chatLimit: 3)
        #expect(opening.chats.first?.id == "!1")
        #expect(opening.chats.count == 4 && opening.chats.last?.id == "!8")
        #expect(opening.hasMoreChats && opening.lastOpenChatID == "!8")
        #expect(try !database.opening(chatLimit: 10).hasMoreChats)
    }
}
