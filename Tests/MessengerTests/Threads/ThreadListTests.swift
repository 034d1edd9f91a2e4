import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests the list of a chat's threads, and their display in the chat list.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class ThreadListTests {
    private let bench: Workbench
    private var list: ChatListViewModel?
    private var picker: FuzzyListViewModel?
    private var navigation: NavigationViewModel?

    init() async throws {
        bench = try Workbench()
        bench.events.chatList.subscribe(self) { $0.list = $1 }
        bench.events.picker.subscribe(self) { $0.picker = $1 }
        bench.events.navigation.subscribe(self) { $0.navigation = $1 }
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [Story.chat("!garden")], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: nil))
        try await bench.sync(
            state: [Story.ana, Story.bo, Story.kim].map { Story.membership("in " + $0, of: $0, "join") },
            [said("root", "Where is the kettle?", in: nil), said("tea", "Tea or coffee?", by: Story.kim, in: nil)])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await settle()
    }

    private func said(_ id: String, _ body: String, by sender: String = Story.bo, in thread: String?) -> JSONValue {
        var content: JSONValue = ["msgtype": "m.text", "body": .string(body)]
        if let thread { content["m.relates_to"] = ["rel_type": "m.thread", "event_id": .string(thread)] }
        return Story.event(id, by: sender, content: content)
    }

    private func hear(_ timeline: JSONValue...) async throws {
        try await bench.sync(timeline)
        await settle()
    }

    private func settle() async {
        await bench.answered()
        bench.frames.deliver()
    }

    private func openThread() async {
        bench.queue.post(ThreadEvent.opened(threadID: "$root", chatID: Story.chatID))
        await settle()
    }

    private var item: ChatListItemViewModel? { list?.item(.chat(Story.chatID)) }

    @Test func listCountsNewThreadMessagesUntilShown() async throws {
        #expect(item?.newInThreads.isEmpty == true)
        try await hear(said("a", "In the sink.", in: "$root"), said("b", "Tea", in: "$tea"))
        #expect(item?.newInThreads == "2 new in threads")
        await openThread()
        #expect(item?.newInThreads == "1 new in a thread")
    }

    @Test func mutedChatHidesThreadCounts() async throws {
        try await hear(said("a", "In the sink.", in: "$root"))
        #expect(item?.newInThreads == "1 new in a thread")
        bench.state.chatList.begin(.notifications(.off), chatID: Story.chatID)
        bench.queue.post(ThreadEvent.arrived(chatID: Story.chatID))
        await settle()
        #expect(item?.newInThreads.isEmpty == true)
    }

    @Test func threadDraftIsMarkedInListWhenThreadIsClosed() async throws {
        await openThread()
        let place = try #require(bench.state.composer.place)
        bench.queue.post(ComposerEvent.edited(text: "half", of: place))
        await settle()
        #expect(item?.hasDraftInThread == false)
        bench.openChat.leaveThread?()
        await settle()
        #expect(item?.hasDraftInThread == true && item?.hasDraft == false)
        bench.queue.post(ComposerEvent.edited(text: "", of: place))
        await settle()
        #expect(item?.hasDraftInThread == false)
    }

    @Test func threadListDescribesThreadsAndOpensThem() async throws {
        #expect(navigation?.actions.threads.reason?.string.hasPrefix("Nothing was said in a thread here yet") == true)
        try await hear(said("a", "In the sink.", in: "$root"), said("b", "Tea", in: "$tea"))
        try await hear(said("c", "No, on the stove.", by: Story.kim, in: "$root"))
        #expect(navigation?.actions.threads() == nil)
        await settle()
        let rows = try #require(picker?.rows)
        #expect(rows.map(\.title.string) == ["\(Story.bo): Where is the kettle?", "\(Story.kim): Tea or coffee?"])
        #expect(rows.first?.trailing.string.hasPrefix("2 replies, 2 new, ") == true)
        #expect(rows.last?.trailing.string.hasPrefix("1 reply, 1 new, ") == true)
        _ = rows.first?.choose()
        await settle()
        #expect(bench.state.timeline.threadID == "$root")
        #expect(picker == nil)
    }

    @Test func threadListReordersOnNewReply() async throws {
        try await hear(said("a", "In the sink.", in: "$root"))
        navigation?.actions.threads()
        await settle()
        #expect(picker?.rows.count == 1)
        try await hear(said("b", "Tea", in: "$tea"))
        await settle()
        #expect(picker?.rows.map(\.id) == [FuzzyListRowID("$tea"), FuzzyListRowID("$root")])
    }
}
