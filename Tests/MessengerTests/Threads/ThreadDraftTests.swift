import Conversations
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests that a draft in a thread returns to that thread, whichever chat is open by then.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ThreadDraftTests {
    private static let place = Draft.place(chatID: Story.chatID, threadID: "$root")
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [Story.chat("!garden")], areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: nil))
        try await bench.sync([Story.event("root", content: ["msgtype": "m.text", "body": "Where is the kettle?"])])
        await openChat()
        await openThread()
    }

    private var composer: ComposerModel { bench.state.composer }
    private var drafts: [String: String] { bench.state.drafts.texts }

    private func openChat(_ chatID: String = Story.chatID) async {
        bench.queue.post(ChatEvent.opened(chatID: chatID))
        await bench.answered()
    }

    private func openThread() async {
        bench.queue.post(ThreadEvent.opened(threadID: "$root", chatID: Story.chatID))
        await bench.answered()
    }

    private func submit(_ text: String) async throws {
        bench.queue.post(ComposerEvent.submitted(text: text, of: try #require(composer.place)))
        await bench.kept()
    }

    private func withdraw(_ line: OutboxLine) async {
        bench.queue.post(MessageActionEvent.withdrawing(lineID: line.id, chatID: line.chatID))
        await bench.kept()
    }

    private func takeBack() async {
        bench.queue.post(UndoEvent.takingBack)
        await bench.kept()
    }

    @Test func withdrawnThreadLineReturnsAboveTypedText() async throws {
        try await submit("On the stove")
        await withdraw(try #require(bench.state.outbox.lines.first))
        bench.queue.post(ComposerEvent.edited(text: "or not", of: try #require(composer.place)))
        await takeBack()
        #expect(composer.text == "On the stove\nor not")
        #expect(drafts == [Self.place: "On the stove\nor not"])
    }

    @Test(arguments: [Story.chatID, "!garden"])
    func lineWithdrawnFromClosedThreadBecomesThreadDraft(open chatID: String) async throws {
        try await submit("On the stove")
        let line = try #require(bench.state.outbox.lines.first)
        await openChat(chatID)
        await withdraw(line)
        #expect(bench.state.outbox.lines.isEmpty)
        await takeBack()
        #expect(composer.text.isEmpty)
        #expect(try bench.database.drafts.all() == [Draft(place: Self.place, text: "On the stove")])
        await openThread()
        #expect(composer.text == "On the stove")
    }

    @Test func abandonedThreadEditBecomesThreadDraft() async throws {
        try await submit("On the stove")
        let line = try #require(bench.state.outbox.lines.first)
        bench.queue.post(MessageActionEvent.editing(.line(line.id)))
        bench.queue.post(ComposerEvent.edited(text: "In the sink", of: try #require(composer.place)))
        await openChat()
        await takeBack()
        #expect(composer.text.isEmpty)
        #expect(drafts == [Self.place: "In the sink"])
    }

    @Test func failedThreadCommandReturnsToThread() async throws {
        bench.queue.post(ComposerEvent.submitted(text: "/nick Anna", of: try #require(composer.place)))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        while drafts.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(drafts == [Self.place: "/nick Anna"])
        #expect(composer.notice == nil)
        await openThread()
        #expect(composer.notice?.text.isEmpty == false)
    }

    @Test(arguments: [true, false])
    func threadLineErrorIsShownInThread(isWithdrawn: Bool) async throws {
        bench.queue.post(
            isWithdrawn
                ? MessageActionEvent.withdrawing(lineID: "gone", chatID: Story.chatID)
                : .resending(lineID: "gone", chatID: Story.chatID))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.kept()
        #expect(composer.notice == nil)
        await openThread()
        #expect(composer.notice == (isWithdrawn ? .deleteOnceSent : .isOnItsWay))
    }

    @Test func catchUpOpensThreadWithRefusedLine() async throws {
        try await submit("On the stove")
        let line = try #require(bench.state.outbox.lines.first)
        bench.queue.post(OutboxEvent.failed(id: line.id, reason: .said("no")))
        #expect(bench.state.nextUnread.next == nil)
        for chatID in [Story.chatID, "!garden"] {
            await openChat(chatID)
            #expect(bench.state.nextUnread.next == .thread("$root", chatID: Story.chatID))
        }
    }
}
