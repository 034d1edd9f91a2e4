import Conversations
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(2))) struct ChatSettingTests {
    private func chats(_ database: ProfileDatabase) throws -> [String: Chat] {
        Dictionary(uniqueKeysWithValues: try database.chats.all().map { ($0.id, $0) })
    }

    private func change(_ id: String, _ edit: (inout ChatChange) -> Void = { _ in }) -> ChatChange {
        var change = ChatChange(chatID: id, membership: .joined)
        edit(&change)
        return change
    }

    @Test func tagsAndMarksOfTheSyncAreKeptUntilItSaysOtherwise() async throws {
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

    @Test func levelsChangeTheChatsThatTheyAreAboutAndNoOthers() async throws {
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

    @Test func whatTheServerTookIsKeptBeforeTheSyncSaysIt() async throws {
        let database = try ProfileDatabase.inMemory()
        _ = try await database.sync.apply(SyncSlice(changes: [change("!tea")]))
        try await database.chats.set(.notifications(.off), chatID: "!tea")
        try await database.chats.set(.name("Tea"), chatID: "!tea")
        try await database.chats.set(.markedUnread(true), chatID: "!nowhere")
        let tea = try #require(try chats(database)["!tea"])
        #expect(tea.notificationLevel == .off && tea.givenName == "Tea")
        #expect(try chats(database).count == 1)
    }

    @Test func whoIsIgnoredIsToldWithTheSliceThatSaysSo() async throws {
        let database = try ProfileDatabase.inMemory()
        var slice = SyncSlice(changes: [])
        #expect(try await database.sync.apply(slice).ignoredUserIDs == nil)
        slice.ignoredUserIDs = ["@kim:x"]
        #expect(try await database.sync.apply(slice).ignoredUserIDs == ["@kim:x"])
        #expect(try database.chats.ignoredUserIDs() == ["@kim:x"])
        #expect(try database.opening().ignoredUserIDs == ["@kim:x"])
    }

    @Test func theFirstChatsAreThoseAtTheTopOfTheListAndTheOneToOpen() async throws {
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
