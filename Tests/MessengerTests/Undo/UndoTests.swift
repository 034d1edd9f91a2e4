import Conversations
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests undo, with a homeserver that doesn't respond.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class UndoTests {
    private let bench: Workbench
    private var shown: UndoViewModel?

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var changes = ["!a", "!b"].map { ChatChange(chatID: $0, membership: .joined) }
        changes[0].givenName = .set("Bo")
        let applied = try await bench.database.sync.apply(SyncSlice(changes: changes))
        bench.queue.post(
            ChatEvent.loaded(
                chats: applied.chats, areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: "!b"))
        bench.events.undo.subscribe(self) { tests, model in tests.shown = model }
    }

    /// The text of the undo notice, with `M-u` for the key.
    private var told: String? {
        bench.frames.deliver()
        return shown?.text.filled { _ in "M-u" }.string
    }

    private var lack: String? {
        bench.frames.deliver()
        return shown?.takeBack.reason?.string
    }

    private func takeBack() {
        bench.frames.deliver()
        shown?.takeBack()
    }

    private var archived: ChatTask { .set(.tags(ChatTags(isArchived: true)), chatID: "!a") }

    private func line(in chatID: String, kind: Message.Kind = .text) -> OutboxLine {
        OutboxLine(
            id: "bread?", chatID: chatID, type: "m.room.message", kind: kind, body: "bread?", content: "{}",
            acceptedAt: Story.noon, state: .queued)
    }

    @Test func actionNoticeNamesUndoKeyAndUndoWorks() {
        bench.queue.post(ChatTaskEvent.wanted(archived))
        #expect(bench.state.chatList.places.archived == ["!a"])
        #expect(told == "Archived “Bo”. M-u brings it back")
        takeBack()
        #expect(bench.state.chatList.places.archived.isEmpty)
        #expect(bench.state.chatTask.running == [archived, .set(.tags(ChatTags()), chatID: "!a")])
        #expect(told == "Taken back: Archived “Bo”")
        #expect(lack == "There is nothing to take back")
    }

    @Test func undoRevertsActionsInReverseOrder() {
        bench.queue.post(ChatTaskEvent.wanted(.set(.tags(ChatTags(isPinned: true, pinOrder: 0.5)), chatID: "!a")))
        bench.queue.post(ChatTaskEvent.wanted(.set(.notifications(.off), chatID: "!a")))
        bench.queue.post(ChatTaskEvent.wanted(.ignore(userID: Story.kim, true)))
        bench.queue.post(ChatTaskEvent.wanted(.markRead(chatID: "!a", eventID: "$1")))
        for _ in 0..<4 { takeBack() }
        #expect(
            bench.state.chatTask.running.suffix(4) == [
                .set(.markedUnread(true), chatID: "!a"), .ignore(userID: Story.kim, false),
                .set(.notifications(.all), chatID: "!a"), .set(.tags(ChatTags()), chatID: "!a"),
            ])
        #expect(bench.state.chatList.chats["!a"]?.tags == ChatTags())
        #expect(lack != nil)
    }

    @Test func refusedActionIsNotUndone() {
        bench.queue.post(ChatTaskEvent.wanted(archived))
        bench.queue.post(ChatTaskEvent.wanted(.set(.notifications(.off), chatID: "!b")))
        bench.queue.post(ChatTaskEvent.failed(archived, .refused()))
        takeBack()
        #expect(bench.state.chatTask.running.last == .set(.notifications(.all), chatID: "!b"))
        #expect(lack == "There is nothing to take back")
    }

    @Test func ineffectiveAndAutomaticChangesAreNotUndoable() {
        bench.queue.post(ChatTaskEvent.wanted(.set(.notifications(.all), chatID: "!a")))
        bench.queue.post(ChatTaskEvent.asked(.set(.markedUnread(true), chatID: "!a")))
        bench.queue.post(ChatEvent.opened(chatID: "!a"))
        #expect(bench.state.undo.last == nil)
        #expect(told == nil)
    }

    @Test func undoReturnsWithdrawnTextAboveDraft() {
        bench.state.outbox.load([line(in: "!b")])
        bench.queue.post(OutboxEvent.withdrawn(ids: ["bread?"]))
        #expect(told == "Withdrew a line. M-u brings its words back")
        type("and milk")
        takeBack()
        #expect(bench.state.composer.text == "bread?\nand milk")
    }

    @Test func withdrawnFileIsNotUndoable() {
        bench.state.outbox.load([line(in: "!b", kind: .picture)])
        bench.queue.post(OutboxEvent.withdrawn(ids: ["bread?"]))
        #expect(bench.state.outbox.lines.isEmpty)
        #expect(told == nil)
        #expect(bench.state.undo.last == nil)
    }

    @Test func undoneTextOfOtherChatBecomesItsDraft() {
        bench.state.outbox.load([line(in: "!a")])
        bench.queue.post(OutboxEvent.withdrawn(ids: ["bread?"]))
        takeBack()
        #expect(bench.state.composer.text.isEmpty)
        #expect(bench.state.drafts.texts["!a"] == "bread?")
    }

    @Test func undoRestoresAbandonedEdit() {
        bench.state.composer.edit(.event("$1"), body: "tea at four")
        bench.queue.post(ComposerEvent.purposeCancelled)
        #expect(told == nil)
        bench.state.composer.edit(.event("$1"), body: "tea at four")
        type("tea at five")
        bench.queue.post(ComposerEvent.purposeCancelled)
        #expect(told == "Left the edit. M-u brings its words back")
        #expect(bench.state.composer.text.isEmpty)
        takeBack()
        #expect(bench.state.composer.text == "tea at five")
    }

    private func type(_ text: String) {
        let revision = bench.state.composer.handed.revision
        #expect(bench.state.composer.receive(text, revision: revision) == true)
    }

    private func beginEdit() {
        bench.state.composer.edit(.event("$1"), body: "tea at four")
        type("tea at five")
    }

    @Test func undoRestoresEditReplacedByAnotherEdit() {
        bench.state.outbox.load([line(in: "!b")])
        beginEdit()
        bench.queue.post(MessageActionEvent.editing(.line("bread?")))
        #expect(bench.state.composer.text == "bread?")
        #expect(told == "Left the edit. M-u brings its words back")
        takeBack()
        #expect(bench.state.composer.text == "tea at five\nbread?")
    }

    @Test func undoRestoresEditReplacedByReply() async throws {
        var change = ChatChange(chatID: "!b", membership: .joined)
        change.timeline = .init(messages: [Story.line(7).message], isLimited: false, previousBatch: nil)
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: true))
        await bench.answered()
        beginEdit()
        bench.queue.post(MessageActionEvent.replying(to: .event("$7")))
        #expect(bench.state.composer.text.isEmpty)
        takeBack()
        #expect(bench.state.composer.text == "tea at five")
    }

    @Test func undoRestoresEditLeftForAnotherChat() {
        beginEdit()
        bench.queue.post(ChatEvent.opened(chatID: "!a"))
        #expect(told == "Left the edit. M-u brings its words back")
        takeBack()
        #expect(bench.state.composer.text.isEmpty)
        #expect(bench.state.drafts.texts["!b"] == "tea at five")
        // Opening a chat doesn't remove the text.
        bench.queue.post(ChatEvent.opened(chatID: "!b"))
        #expect(bench.state.composer.text == "tea at five")
        #expect(lack != nil)
    }
}
