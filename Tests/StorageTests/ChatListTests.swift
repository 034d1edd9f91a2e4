import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct ChatListTests {
    private let database: ProfileDatabase

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    private func apply(_ chatID: String, _ membership: ChatMembership, _ edit: (inout ChatChange) -> Void) async throws
    {
        var change = ChatChange(chatID: chatID, membership: membership)
        edit(&change)
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
    }

    private func say(_ line: String, in chatID: String, kind: Message.Kind = .text) async throws {
        try await apply(chatID, .joined) {
            $0.timeline = ChatChange.Timeline(
                messages: [Story.line(line, kind: kind)], isLimited: false, previousBatch: nil)
        }
    }

    @Test func chatsAreSortedByTheirLatestMessage() async throws {
        try await say("a10", in: "!a")
        try await say("b30", in: "!b")
        try await apply("!invited", .invited) {
            $0.invitedAt = .set(20)
            $0.inviter = .set(ChatPerson(userID: "@bo:x", displayName: "Bo"))
        }
        #expect(try database.chats.all().map(\.id) == ["!b", "!invited", "!a"])
        try await say("joined40", in: "!a", kind: .membership)
        #expect(try database.chats.all().map(\.id) == ["!b", "!invited", "!a"])
        #expect(try database.chats.chat(id: "!a")?.lastMessage?.body == "a10")
        #expect(try database.chats.chat(id: "!invited")?.inviter?.displayName == "Bo")
    }

    @Test func invitationReasonIsKeptUntilJoining() async throws {
        try await apply("!a", .invited) { $0.invitationReason = .set("for the fair") }
        #expect(try database.chats.chat(id: "!a")?.invitationReason == "for the fair")
        try await apply("!a", .joined) { _ in }
        #expect(try database.chats.chat(id: "!a")?.invitationReason == nil)
    }

    @Test func lastSenderHasTheirNameInTheChat() async throws {
        try await say("a10", in: "!a")
        let sender = try #require(try database.chats.chat(id: "!a")?.lastMessage?.sender)
        #expect(try database.chats.chat(id: "!a")?.lastSender?.displayName == nil)
        try await apply("!a", .joined) {
            $0.members = [ChatMember(userID: sender, displayName: "Bo B.", membership: "join")]
        }
        #expect(try database.chats.chat(id: "!a")?.lastSender?.displayName == "Bo B.")
    }

    @Test func inviterInACommonChatIsKnown() async throws {
        try await apply("!new", .invited) { $0.inviter = .set(ChatPerson(userID: "@bo:x", displayName: "Bo")) }
        #expect(try database.chats.chat(id: "!new")?.isInviterKnown == false)
        try await apply("!group", .joined) {
            $0.members = [ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")]
        }
        #expect(try database.chats.chat(id: "!new")?.isInviterKnown == true)
        try await apply("!group", .left) { _ in }
        #expect(try database.chats.chat(id: "!new")?.isInviterKnown == false)
    }

    @Test func directInvitationIsStored() async throws {
        try await apply("!bo", .invited) { $0.isDirectInvitation = .set(true) }
        #expect(try database.chats.chat(id: "!bo")?.isDirectInvitation == true)
    }

    @Test func chatWithoutMessagesIsSortedByItsNewestEvent() async throws {
        try await say("joined40", in: "!a", kind: .membership)
        #expect(try database.chats.all().first?.lastActivity == 40)
        #expect(try database.chats.all().first?.lastMessage == nil)
    }

    @Test func leftChatIsUnlistedAndKeepsItsMessages() async throws {
        try await say("a1", in: "!a")
        try await apply("!a", .left) { _ in }
        #expect(try database.chats.all().isEmpty)
        #expect(try database.timeline("!a") == "a1")
        #expect(try database.chats.chat(id: "!a")?.membership == .left)
    }

    @Test func forgottenChatDoesNotReturnWithALateSync() async throws {
        let database = try ProfileDatabase.inMemory()
        func receive(_ membership: ChatMembership, _ name: String) async throws -> AppliedSlice {
            var change = ChatChange(chatID: "!tea", membership: membership)
            change.timeline = .init(messages: [Story.line(name)], isLimited: false, previousBatch: nil)
            return try await database.sync.apply(SyncSlice(changes: [change]))
        }
        _ = try await receive(.joined, "m1")
        _ = try await receive(.left, "m2")
        try await database.chats.remove(chatID: "!tea")
        let late = try await receive(.left, "m2")
        #expect(late.chats.isEmpty && late.newMessages.isEmpty)
        #expect(try database.chats.chat(id: "!tea") == nil)

        _ = try await receive(.joined, "m3")
        #expect(try await receive(.left, "m4").chats.map(\.membership) == [.left])
        #expect(try database.chats.chat(id: "!tea") != nil)
    }

    @Test func forgettingAChatKeepsOnlyOutboxAndDrafts() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2), limited: true, before: "p"))
        try await database.outbox.accept(Story.outboxLine("a"))
        try await database.drafts.set(chatID: Story.chatID, text: "half")
        try await database.chats.remove(chatID: Story.chatID)
        #expect(try database.chats.chat(id: Story.chatID) == nil)
        #expect(try database.messages.window(chatID: Story.chatID, endingAtLatest: 9) == .empty)
        #expect(try database.outbox.all().count == 1)
        #expect(try database.drafts.all().count == 1)
    }

    @Test func heroesGetTheirChatNamesWhenKnown() async throws {
        try await apply("!a", .joined) { $0.heroes = .set(["@kim:x", "@bo:x"]) }
        #expect(try database.chats.all().first?.heroes.map(\.displayName) == [nil, nil])
        try await apply("!a", .joined) {
            $0.members = [ChatMember(userID: "@bo:x", displayName: "Bo", membership: "join")]
        }
        let heroes = try database.chats.all().first?.heroes
        #expect(heroes?.map(\.userID) == ["@kim:x", "@bo:x"])
        #expect(heroes?.map(\.displayName) == [nil, "Bo"])
    }

    @Test func directChatsAreReplacedAndApplyToLaterChats() async throws {
        try await say("a1", in: "!a")
        let applied = try await database.sync.apply(
            SyncSlice(changes: [], directChats: ["@bo:x": ["!a", "!later"]]))
        #expect(applied.chats.map(\.directUserID) == ["@bo:x"])
        try await say("l2", in: "!later")
        #expect(try database.chats.chat(id: "!later")?.directUserID == "@bo:x")
        let replaced = try await database.sync.apply(SyncSlice(changes: [], directChats: ["@bo:x": ["!later"]]))
        #expect(replaced.chats.map(\.id) == ["!a"])
        #expect(try database.chats.chat(id: "!a")?.directUserID == nil)
    }

    @Test func fieldsAbsentFromASyncAreKept() async throws {
        try await apply("!a", .joined) {
            $0.givenName = .set("Tea")
            $0.highlightCount = .set(2)
            $0.fullyReadEventID = .set("$m1")
        }
        try await apply("!a", .joined) { $0.topic = .set("leaves") }
        let chat = try #require(try database.chats.chat(id: "!a"))
        #expect(chat.givenName == "Tea")
        #expect(chat.highlightCount == 2)
        #expect(chat.topic == "leaves")
        #expect(chat.fullyReadEventID == "$m1")
        try await database.chats.setCounts(chatID: "!a", notification: 0, highlight: 0)
        #expect(try database.chats.chat(id: "!a")?.highlightCount == 0)
    }

    /// A sync may have been stored since the state that a screen shows was read.
    @Test func markingReadClearsTheCountUnlessNewerMessagesExist() async throws {
        var slice = Story.slice(Story.lines(1...3))
        slice.changes[0].notificationCount = .set(3)
        _ = try await database.sync.apply(slice)
        let places = try database.messages.window(chatID: Story.chatID, endingAtLatest: 3).messages.map(\.position)
        try await database.chats.markRead(chatID: Story.chatID, through: places[1], userID: "@bo:x")
        #expect(try database.chats.chat(id: Story.chatID)?.notificationCount == 3)
        try await database.chats.markRead(chatID: Story.chatID, through: places[2], userID: "@bo:x")
        #expect(try database.chats.chat(id: Story.chatID)?.notificationCount == 0)
    }

    @Test func readPositionNeverMovesBack() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...3)))
        try await database.chats.setHighestRead(chatID: Story.chatID, eventID: "$m3")
        try await database.chats.setHighestRead(chatID: Story.chatID, eventID: "$m2")
        #expect(try database.chats.chat(id: Story.chatID)?.fullyReadEventID == "$m3")
    }
}
