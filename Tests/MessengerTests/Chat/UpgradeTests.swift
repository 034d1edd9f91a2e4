import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests upgraded rooms, which continue in a replacement.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class UpgradeTests {
    private let bench: Workbench
    private var composer: ComposerViewModel?
    private var navigation: NavigationViewModel?
    private var chat: ChatViewModel?

    init() throws {
        bench = try Workbench()
        bench.queue.open()
        bench.events.composer.subscribe(self) { $0.composer = $1 }
        bench.events.navigation.subscribe(self) { $0.navigation = $1 }
        bench.events.chat.subscribe(self) { $0.chat = $1 }
    }

    private var tombstone: JSONValue {
        Story.event(
            "end", "m.room.tombstone", by: "@bo:far.example", stateKey: "",
            content: ["replacement_room": "!new", "body": "We moved"])
    }

    private func openTea(_ state: [JSONValue] = []) async throws {
        let own = Story.membership("1", of: Story.ana, "join")
        try await bench.sync(state: [Story.creation(), own] + state, [Story.event("2"), tombstone])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.frames.deliver()
    }

    private func new(from predecessorID: String?) -> Chat {
        var chat = Story.chat("!new", activity: 9)
        chat.predecessorID = predecessorID
        return chat
    }

    @Test func upgradedChatNamesSuccessorAndKeyJoinsIt() async throws {
        try await openTea()
        #expect(RowWords.lines(try #require(chat).rows).contains { $0.contains("ended this chat. We moved") })
        #expect(try #require(composer).placeholder == "This chat moved: " + .key(.followChat) + " goes there")
        #expect(try #require(composer).send.reason?.string.hasPrefix("Not sent: this chat moved") == true)
        try #require(navigation).actions.followChat()
        let next = ChatReplacement(chatID: "!new", server: "far.example")
        #expect(bench.state.chatTask.running == [.follow(next, from: Story.chatID)])
        bench.frames.deliver()
        #expect(try #require(navigation).actions.followChat.reason?.string == "You are joining it")
    }

    @Test func successorOpensAfterJoin() async throws {
        try await openTea([Story.event("3", "m.room.name", by: Story.kim, stateKey: "", content: ["name": "Tea"])])
        let next = ChatReplacement(chatID: "!new", server: "far.example")
        bench.queue.post(ChatTaskEvent.done(.follow(next, from: Story.chatID)))
        bench.frames.deliver()
        #expect(bench.state.chatList.openChatID == "!new")
        #expect(try #require(chat).title.string == "Tea")
        #expect(try #require(composer).placeholder.string == "write a message")
    }

    @Test func joinedSuccessorDoesNotReplaceAnotherOpenChat() async throws {
        try await openTea()
        bench.state.chatList.merge([Story.chat("!garden")])
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        let next = ChatReplacement(chatID: "!new", server: "far.example")
        bench.queue.post(ChatTaskEvent.done(.follow(next, from: Story.chatID)))
        #expect(bench.state.timeline.chatID == "!garden")
        #expect(bench.state.chatList.chats["!new"] != nil)
    }

    @Test func joinedSuccessorOpensBehindOtherScreen() async throws {
        try await openTea()
        bench.queue.post(ContactEvent.shown)
        let next = ChatReplacement(chatID: "!new", server: "far.example")
        bench.queue.post(ChatTaskEvent.done(.follow(next, from: Story.chatID)))
        #expect(bench.state.navigation.screen == .contacts)
        #expect(bench.state.timeline.chatID == "!new")
    }

    @Test func draftMovesToSuccessor() async throws {
        try await bench.sync([Story.event("2")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.frames.deliver()
        try #require(composer).edited("half a line")
        try await bench.sync([tombstone])
        bench.state.chatList.merge([new(from: Story.chatID)])
        bench.queue.post(ChatEvent.opened(chatID: "!new"))
        await bench.answered()
        bench.frames.deliver()
        #expect(try #require(composer).text.text == "half a line")
        #expect(bench.state.drafts.texts[Story.chatID] == nil)
    }

    @Test func failedSuccessorJoinShowsReasonAndRetries() async throws {
        try await openTea()
        let task = ChatTask.follow(ChatReplacement(chatID: "!new", server: "far.example"), from: Story.chatID)
        bench.queue.post(ChatTaskEvent.failed(task, .refused("You are not invited")))
        let list = bench.chatList
        #expect(list.errorText.string.hasPrefix("You are not in the chat in which"))
        list.retry()
        #expect(bench.state.chatTask.running == [task])
    }

    @Test func predecessorIsArchivedOnlyIfBothChatsAgree() async throws {
        try await openTea()
        var list = bench.state.chatList
        list.merge([new(from: nil)])
        #expect(list.order == [Story.chatID, "!new"] || list.order == ["!new", Story.chatID])
        list.merge([new(from: "!elsewhere")])
        #expect(list.order.count == 2)
        list.merge([new(from: Story.chatID)])
        #expect(list.order == ["!new"])
        #expect(list.places.archived == [Story.chatID])
        list.remove("!new")
        #expect(list.order == [Story.chatID])
    }

    @Test func successorInvitationArchivesNothingAndKeyShowsIt() async throws {
        try await openTea()
        var invitation = new(from: nil)
        invitation.membership = .invited
        bench.state.chatList.merge([invitation])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.frames.deliver()
        try #require(navigation).actions.followChat()
        bench.frames.deliver()
        #expect(bench.state.chatList.openChatID == "!new")
        #expect(try #require(navigation).detail == .invitation)
        #expect(bench.state.chatList.order.contains(Story.chatID))
    }

    @Test func tombstoneWithoutSuccessorIsIgnored() async throws {
        let nowhere = Story.event("end", "m.room.tombstone", by: Story.kim, stateKey: "", content: ["body": "gone"])
        try await bench.sync([Story.event("2"), nowhere])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.frames.deliver()
        #expect(try #require(composer).send.reason == nil)
        #expect(try #require(navigation).actions.followChat.reason?.string == "This chat has not moved")
    }
}
