import Conversations
import Storage
import Testing

@testable import Engine
@testable import Messenger

/// Tests requests to a homeserver that doesn't respond.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatTaskTests {
    private let bench: Workbench
    private let pin = ChatSetting.tags(ChatTags(isPinned: true, pinOrder: 0.5))

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        let changes = ["!a", "!b"].map { ChatChange(chatID: $0, membership: .joined) }
        let applied = try await bench.database.sync.apply(SyncSlice(changes: changes))
        bench.queue.post(
            ChatEvent.loaded(
                chats: applied.chats, areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: nil))
    }

    /// Waits until the disk's answer makes a condition true.
    private func waitUntil(_ isSo: () throws -> Bool) async throws {
        while try !isSo() { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try isSo())
    }

    @Test func pinIsShownAtOnceAndRevertedOnRefusal() throws {
        bench.queue.post(ChatTaskEvent.asked(.set(pin, chatID: "!b")))
        #expect(bench.state.chatList.order.first == "!b")
        #expect(bench.state.chatList.pending["!b"] == [pin])
        bench.queue.post(ChatTaskEvent.failed(.set(pin, chatID: "!b"), .refused()))
        #expect(bench.state.chatList.order.first == "!a")
        #expect(bench.state.chatList.pending.isEmpty)
        #expect(bench.state.chatTask.failure?.reason == .refused())
        #expect(bench.state.chatTask.running.isEmpty)
    }

    @Test func failedTaskCanBeRetriedOrDismissed() throws {
        bench.queue.post(ChatTaskEvent.failed(.set(pin, chatID: "!b"), .refused()))
        bench.queue.post(ChatTaskEvent.tryingAgain)
        #expect(bench.state.chatTask.failure == nil)
        #expect(bench.state.chatTask.running == [.set(pin, chatID: "!b")])
        bench.queue.post(ChatTaskEvent.failed(.set(pin, chatID: "!b"), .refused()))
        bench.queue.post(ChatTaskEvent.dismissedFailure)
        #expect(bench.state.chatTask.failure == nil)
    }

    @Test func openingMarkedUnreadChatMarksItRead() throws {
        bench.state.chatList.begin(.markedUnread(true), chatID: "!b")
        bench.state.chatList.end(.markedUnread(true), chatID: "!b")
        bench.queue.post(ChatEvent.opened(chatID: "!b"))
        #expect(bench.state.chatTask.running == [.set(.markedUnread(false), chatID: "!b")])
        #expect(bench.state.chatList.chats["!b"]?.isMarkedUnread == false)
    }

    @Test func acceptedSettingIsSavedToDatabase() async throws {
        bench.queue.post(ChatTaskEvent.asked(.set(.notifications(.off), chatID: "!a")))
        bench.queue.post(ChatTaskEvent.done(.set(.notifications(.off), chatID: "!a")))
        #expect(bench.state.chatTask.running.isEmpty)
        // Writes are done in the order of their requests.
        try await waitUntil { try bench.database.chats.chat(id: "!a")?.notificationLevel == .off }
    }

    @Test func leftChatStaysListedUntilForgotten() throws {
        var tea = Story.chat("!tea", activity: 5)
        tea.lastMessage = Story.line(1).message
        bench.state.chatList.merge([tea])
        bench.queue.post(ChatEvent.left(chatID: "!tea"))
        #expect(bench.state.chatList.chats["!tea"] == nil)
        #expect(bench.state.chatList.leftOrder == ["!tea"])
        bench.queue.post(ChatTaskEvent.done(.forget(chatID: "!tea")))
        #expect(bench.state.chatList.leftOrder.isEmpty)
        bench.queue.post(ChatEvent.left(chatID: "!tea"))
        bench.state.chatList.merge([tea])
        #expect(bench.state.chatList.leftOrder.isEmpty)
        #expect(bench.state.chatList.order.first == "!tea")
    }

    @Test func ignoreListFromAnotherDeviceIsApplied() async throws {
        var invitation = ChatChange(chatID: "!i", membership: .invited)
        invitation.inviter = .set(ChatPerson(userID: Story.kim, displayName: nil))
        var applied = try await bench.database.sync.apply(SyncSlice(changes: [invitation]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        #expect(bench.state.chatList.chats["!i"] != nil)
        var slice = SyncSlice(changes: [])
        slice.ignoredUserIDs = [Story.kim]
        applied = try await bench.database.sync.apply(slice)
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        #expect(bench.state.chatList.chats["!i"] == nil)
        #expect(bench.state.ignoredPeople.sorted == [Story.kim])
        // When the ignored user is allowed again, hidden chats are loaded from disk.
        bench.queue.post(ChatTaskEvent.ignored(userIDs: []))
        try await waitUntil { bench.state.chatList.chats["!i"] != nil }
    }

    @Test func ignoredPersonCausesNoNotificationOrTyping() async throws {
        bench.queue.post(ChatTaskEvent.ignored(userIDs: [Story.kim]))
        bench.queue.post(ChatEvent.opened(chatID: "!a"))
        func invitation(_ chatID: String, by userID: String) -> ChatChange {
            var invitation = ChatChange(chatID: chatID, membership: .invited)
            invitation.inviter = .set(ChatPerson(userID: userID, displayName: nil))
            return invitation
        }
        let hers = SyncSlice(changes: [invitation("!i", by: Story.kim)])
        bench.queue.post(SyncEvent.received(try await bench.database.sync.apply(hers), isFirstSync: false))
        #expect(bench.state.notice.count == 0)
        let his = SyncSlice(changes: [invitation("!j", by: Story.bo)])
        bench.queue.post(SyncEvent.received(try await bench.database.sync.apply(his), isFirstSync: false))
        #expect(bench.state.notice.count == 1)
        bench.queue.post(SyncEvent.typing(chatID: "!a", userIDs: [Story.kim, Story.bo]))
        #expect(bench.state.timeline.typing == [Story.bo])
    }

    @Test func leftChatIsListedAfterRestart() async throws {
        var tea = ChatChange(chatID: "!tea", membership: .left)
        tea.timeline = .init(messages: [Story.line(1).message], isLimited: false, previousBatch: nil)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [tea]))
        let opening = try bench.database.opening()
        #expect(!opening.chats.contains { $0.id == "!tea" })
        bench.queue.post(
            ChatEvent.loaded(
                chats: opening.chats, areAll: !opening.hasMoreChats, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: nil))
        try await waitUntil { bench.state.chatList.leftOrder == ["!tea"] }
    }

    @Test func largeChatListLoadsFirstScreenThenRest() async throws {
        let changes = (0..<1_000).map { ChatChange(chatID: "!\($0)", membership: .joined) }
        _ = try await bench.database.sync.apply(SyncSlice(changes: changes))
        let opening = try bench.database.opening()
        #expect(opening.chats.count <= 101)
        bench.queue.post(
            ChatEvent.loaded(
                chats: opening.chats, areAll: !opening.hasMoreChats, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: nil))
        #expect(bench.state.chatList.order.count < 150)
        try await waitUntil { bench.state.chatList.order.count == 1_002 }
    }
}
