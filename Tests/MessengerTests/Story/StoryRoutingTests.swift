import Conversations
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests the versions of an edited message, including those that are not on this device.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct StoryRoutingTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: [Story.line(1, "tea").message], isLimited: false, previousBatch: nil)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
    }

    private var page: PageViewModel {
        MessageInfoPageBuilder(
            story: bench.state.story.message, lineStory: nil, line: nil, names: MemberNames(Story.members),
            ownUserID: Story.ana, time: Story.time, isLoading: bench.state.story.isLoading,
            problem: bench.state.story.problem
        ).build()
    }

    private var wordings: [String] {
        page.sections.first { $0.title == "Wordings" }?.lines.map(\.string) ?? []
    }

    @Test func loadedEditsAppearInMessageInfoAndChat() async throws {
        await ask(.event("$1"))
        // The homeserver doesn't respond, and the failure may be known by now.
        #expect(!page.busyText.isEmpty || bench.state.story.problem != nil)
        let content = EditedContent(kind: .text, body: "coffee", formattedBody: nil)
        let edit = Message(
            eventID: "$e", sender: Story.bo, timestamp: Story.noon + 1, kind: .relation, body: "", detail: nil,
            isRemoved: false, relation: .edit(of: "$1", content), transactionID: nil, source: "{}")
        let applied = try await bench.database.messages.saveEdits([edit], of: "$1", chatID: Story.chatID)
        let story = try bench.database.messages.story(of: "$1", chatID: Story.chatID)
        bench.queue.post(MessageInfoEvent.wordingsCame(chatID: Story.chatID, eventID: "$1", applied, story))
        #expect(page.busyText.isEmpty)
        #expect(wordings.count == 2)
        #expect(wordings.last?.hasSuffix("coffee") == true)
        #expect(bench.state.timeline.window.messages.map(\.message.body) == ["coffee"])
    }

    @Test func messageInfoKnowsDevicesWithoutKey() async throws {
        let message = Story.line(2, encryption: .opened(sessionID: "s", index: 0)).message
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: [message], isLimited: false, previousBatch: nil)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        try await bench.database.encryption.write { tables in
            for (deviceID, outcome) in [("A", KeyShare.Outcome.unreachable), ("B", .given), ("C", .unreachable)] {
                let share = KeyShare(userID: Story.bo, deviceID: deviceID, outcome: outcome, triedAt: 1)
                try tables.set(share, sessionID: "s")
            }
        }
        await ask(.event("$2"))
        #expect(bench.state.story.key?.unreached == [Story.bo: 2])
        await ask(.event("$1"))
        #expect(bench.state.story.key == nil)
    }

    private func ask(_ target: OutboxLine.Target) async {
        let before = bench.database.readsOnMainActor
        bench.queue.post(MessageInfoEvent.asked(target, chatID: Story.chatID))
        #expect(bench.database.readsOnMainActor == before)
        await bench.answered()
    }

    @Test func messageInfoShowsLastRequestedMessage() async {
        bench.queue.post(MessageInfoEvent.asked(.event("$1"), chatID: Story.chatID))
        bench.queue.post(MessageInfoEvent.asked(.event("$2"), chatID: Story.chatID))
        await bench.answered()
        #expect(bench.state.story.target == .event("$2"))
        #expect(bench.state.story.message == nil)
        await ask(.event("$1"))
        #expect(bench.state.story.message?.message.body == "tea")
    }

    @Test func failedEditRequestIsReported() async {
        await ask(.event("$1"))
        bench.queue.post(MessageInfoEvent.failed(eventID: "$1", .refused()))
        #expect(page.busyText.isEmpty)
        #expect(wordings == ["There may be others. The server doesn't allow it (no)"])
    }
}
