import Conversations
import MatrixAPI
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests that permissions in a chat are known from syncs, before the user tries an action.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PowerTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        try await bench.sync(
            state: [Story.creation(), Story.levels(["users": [Story.kim: 100, Story.bo: 50]])],
            [Story.event("1", by: Story.bo), Story.event("2", by: Story.ana)])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
    }

    private func actions(_ eventID: String) throws -> MessageActions {
        let chat = bench.openChat
        let message = try #require(bench.state.timeline.message(.event(eventID))?.message)
        return try #require(chat.actions(ChatRowID.of(message)))
    }

    private var composer: ComposerViewModel {
        ComposerViewModelBuilder(
            text: HandedText(text: "", revision: 0), notice: nil, isNoticeOfSuccess: false,
            purpose: .newLine, names: MemberNames(), isEncrypted: false, membership: .joined,
            lack: bench.state.chatList.openChat.flatMap {
                bench.state.power.own(in: $0).denialReason(toSend: "m.room.message", "write here")
            },
            place: nil, queue: bench.queue
        ).build()
    }

    private var rename: Action<String> {
        bench.chatList
            .item(.chat(Story.chatID)).actions.rename
    }

    @Test func deletingOthersMessagesNeedsPowerLevel() async throws {
        #expect(
            try actions("$1").delete.reason == "You have not the power to delete what others wrote: an admin has")
        #expect(try actions("$2").delete.reason == nil)
        try await bench.sync([Story.levels(["users": [Story.ana: 50]], id: "l2")])
        #expect(try actions("$1").delete.reason == nil)
    }

    @Test func readOnlyChatExplainsWhyWritingIsDisabled() async throws {
        #expect(composer.send.reason == nil)
        try await bench.sync([
            Story.levels(["users": [Story.kim: 100], "events_default": 20, "events": ["m.reaction": 0]], id: "l2")
        ])
        #expect(composer.send.reason == "You have not the power to write here: an admin has")
        #expect(composer.placeholder == composer.send.reason)
        #expect(try actions("$1").reply.reason == composer.send.reason)
        #expect(try actions("$2").edit.reason == composer.send.reason)
        #expect(try actions("$1").react.reason == nil)
        #expect(try actions("$2").delete.reason != nil)
        #expect(bench.chatList.forwardTargets().first?.reason() != nil)
    }

    @Test func commandsRunInReadOnlyChat() async throws {
        try await bench.sync([Story.levels(["users": [Story.kim: 100], "events_default": 20], id: "l2")])
        for command in ["/help", "/leave", "/quit", "/nick Ana", "/topic tea"] {
            #expect(composer.entering(command).reason == nil)
        }
        for text in ["hello", "/me waves", "//leave", "/leaves", " /leave", "/"] {
            #expect(composer.entering(text).reason == composer.send.reason)
        }
        let place = try #require(bench.state.composer.place)
        bench.queue.post(ComposerEvent.submitted(text: "/leave", of: place))
        #expect(bench.state.composer.question?.kind == .leaveChat)
        bench.queue.post(ComposerEvent.submitted(text: "/topic tea", of: place))
        #expect(bench.state.composer.notice?.text == "You have not the power to set its topic: an admin has")
        bench.queue.post(ComposerEvent.submitted(text: "/invite @kim:example.org", of: place))
        #expect(bench.state.composer.notice == nil)
        let help = bench.state.navigation.helpCount
        bench.queue.post(
            ComposerEvent.submitted(text: "/help", of: try #require(bench.state.composer.place)))
        #expect(bench.state.navigation.helpCount == help + 1)
        #expect(bench.state.composer.text.isEmpty)
    }

    @Test func renamingListedChatNeedsPowerLevel() async throws {
        #expect(rename.reason == "You have not the power to rename this chat: an admin has")
        try await bench.sync([Story.levels(["events": ["m.room.name": 0]], id: "l2")])
        #expect(rename.reason == nil)
    }

    @Test func creatorOfVersion12RoomMayDeleteAndRename() async throws {
        try await bench.sync(state: [Story.creation(version: "12", by: Story.ana)])
        #expect(try actions("$1").delete.reason == nil)
        #expect(rename.reason == nil)
    }

    @Test func actionsAreAllowedUntilPowerLevelsLoad() async throws {
        let bench = try Workbench()
        bench.queue.open()
        try await bench.sync([Story.event("1", by: Story.bo), Story.levels(["users_default": -1])])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        let eyes = Eyes(bench)
        let message = try #require(bench.state.timeline.message(.event("$1"))?.message)
        bench.frames.deliver()
        #expect(try #require(eyes.chat?.actions(ChatRowID.of(message))).delete.reason == nil)
        // Opening the details fetches the room state, which is known from then on.
        bench.queue.post(ChatDetailsEvent.opening())
        bench.queue.post(
            ChatDetailsEvent.loaded(
                chatID: Story.chatID, members: [],
                power: ChatPowerSource(
                    levels: #"{"users_default":-1}"#, creation: #"{"room_version":"11"}"#, creator: Story.kim)))
        bench.frames.deliver()
        #expect(try #require(eyes.chat?.actions(ChatRowID.of(message))).delete.reason != nil)
    }

    /// Keeps the open chat as the screen shows it.
    @MainActor
    private final class Eyes {
        private(set) var chat: ChatViewModel?

        init(_ bench: Workbench) { bench.events.chat.subscribe(self) { $0.chat = $1 } }
    }
}
