import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Screens follow from the state: each test changes something that was built into a screen before, by an event of
/// another subject.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class FollowedStateTests {
    private let bench: Workbench
    private let clock = FrameClock()

    init() async throws {
        bench = try Workbench(clock: clock)
        bench.queue.open()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: [Story.line(1, "tea").message], isLimited: false, previousBatch: nil)
        change.members = Array(Story.members.values)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
        await bench.answered()
        clock.deliver()
    }

    private func rename(_ userID: String, _ name: String) async throws {
        try await bench.sync(state: [
            Story.event(
                "rename", "m.room.member", by: userID, stateKey: userID,
                content: ["membership": "join", "displayname": .string(name)])
        ])
        clock.deliver()
    }

    @Test func composerBannerShowsANewName() async throws {
        let message = try #require(bench.state.timeline.window.messages.first?.message)
        bench.queue.post(MessageActionEvent.replying(to: .event(message.eventID)))
        clock.deliver()
        #expect(bench.events.composer.newest?.banner.string.contains("Bo") == true)
        try await rename(Story.bo, "Boris")
        #expect(bench.events.composer.newest?.banner.string.contains("Boris") == true)
    }

    @Test func typingLineShowsANewName() async throws {
        bench.queue.post(SyncEvent.typing(chatID: Story.chatID, userIDs: [Story.bo]))
        clock.deliver()
        try await rename(Story.bo, "Boris")
        #expect(bench.events.typing.newest?.text.string.contains("Boris") == true)
    }

    @Test func messagePageShowsANewName() async throws {
        bench.queue.post(MessageInfoEvent.asked(.event("$1"), chatID: Story.chatID))
        await bench.answered()
        clock.deliver()
        #expect(page.contains { $0.contains("Bo (") || $0.contains("Bo,") || $0.contains("Bo ") })
        try await rename(Story.bo, "Boris")
        #expect(page.contains { $0.contains("Boris") })
    }

    private var page: [String] {
        (bench.events.page.newest?.sections ?? []).flatMap(\.lines).map(\.string)
    }

    /// The page stays when the line leaves the outbox.
    @Test func pageAboutAQueuedLineStays() async throws {
        bench.queue.post(OutboxEvent.accepted(Story.outboxLine("a line")))
        bench.queue.post(MessageInfoEvent.asked(.line("a line"), chatID: Story.chatID))
        await bench.answered()
        clock.deliver()
        let before = page
        #expect(!before.isEmpty)
        bench.queue.post(OutboxEvent.withdrawn(ids: ["a line"]))
        clock.deliver()
        #expect(bench.state.outbox.lines.isEmpty)
        #expect(page == before)
    }

    @Test func contactShowsAChatThatWasJustMade() async throws {
        let lea = Contact(userID: "@lea:x", place: .account, name: "Lea", note: "")
        bench.queue.post(ContactEvent.shown)
        bench.queue.post(ContactEvent.loaded(KnownContact.sorted([lea])))
        clock.deliver()
        #expect(bench.events.contacts.newest?.contact(0).hasChat == false)
        var chat = Story.chat("!lea")
        chat.directUserID = "@lea:x"
        bench.queue.post(ChatEvent.loadedAll([chat]))
        clock.deliver()
        #expect(bench.events.contacts.newest?.contact(0).hasChat == true)
    }

    @Test func undoNoticeShowsTheChatsNewName() async throws {
        bench.queue.post(UndoEvent.did(.set(.notifications(.off), before: .notifications(.all), chatID: Story.chatID)))
        clock.deliver()
        try await bench.sync(state: [
            Story.event("name", "m.room.name", by: Story.kim, stateKey: "", content: ["name": "Teapot"])
        ])
        clock.deliver()
        #expect(bench.events.undo.newest?.text.string.contains("Teapot") == true)
    }

    @Test func deviceListShowsYesterdayAfterMidnight() async throws {
        bench.queue.post(DevicesEvent.shown)
        let device = try #require(
            AccountDevice(json: ["device_id": "A", "last_seen_ts": .integer(Story.noon - 60_000)]))
        bench.queue.post(DevicesEvent.loaded([device], trust: [:]))
        clock.deliver()
        #expect(bench.events.devices.newest?.devices.first?.lastSeen.string.contains("Yesterday") == false)
        bench.now += Story.day
        bench.queue.post(DayEvent.began)
        clock.deliver()
        #expect(bench.events.devices.newest?.devices.first?.lastSeen.string.contains("Yesterday") == true)
    }

    /// No timer fires while a computer sleeps.
    @Test func newDayIsNoticedWithTheNextEvent() async throws {
        #expect(bench.events.chatList.newest?.item(.chat(Story.chatID)).lastMessageDate == "12:00")
        bench.now += Story.day
        bench.queue.post(ReadMarkerEvent.keyPressed)
        clock.deliver()
        #expect(bench.events.chatList.newest?.item(.chat(Story.chatID)).lastMessageDate == "Yesterday")
    }
}
