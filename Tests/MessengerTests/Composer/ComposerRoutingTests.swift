import Conversations
import Foundation
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ComposerRoutingTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        let chats = ["!tea", "!garden"].map { Story.chat($0) }
        bench.queue.post(
            ChatEvent.loaded(
                chats: chats, areAll: true, ignoredUserIDs: [], drafts: [], outbox: [], openChatID: "!tea"))
    }

    private var composer: ComposerModel { bench.state.composer }

    private func edit(_ text: String) throws {
        bench.queue.post(ComposerEvent.edited(text: text, of: try #require(composer.place)))
    }

    private func submit(_ text: String) throws {
        bench.queue.post(ComposerEvent.submitted(text: text, of: try #require(composer.place)))
    }

    @Test func returnedLineIsInsertedAboveNewText() throws {
        try edit("newer")
        bench.queue.post(ComposerEvent.notKept(TypedLine("lost", chatID: "!tea"), .notKept(.storage(.diskFull))))
        #expect(composer.text == "lost\nnewer")
        #expect(composer.handed.returned.map(\.text) == ["lost"])
        #expect(bench.state.drafts.texts["!tea"] == "lost\nnewer")
    }

    @Test func unsavedLineErrorIsShownInItsChat() throws {
        let refusal = ComposerNotice.notKept(.storage(.diskFull))
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        bench.queue.post(ComposerEvent.notKept(TypedLine("/topic Green", chatID: "!tea"), refusal))
        #expect(composer.notice == nil)
        bench.queue.post(ChatEvent.opened(chatID: "!tea"))
        #expect(composer.text == "/topic Green")
        #expect(composer.notice == refusal)
        try edit("/topic Blue")
        #expect(composer.notice == nil)
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        bench.queue.post(ChatEvent.opened(chatID: "!tea"))
        #expect(composer.notice == nil)
    }

    @Test func droppedPathIsSentOnlyAfterSecondEnter() async throws {
        try submit("/home/ana/tea.png")
        await bench.kept()
        #expect(composer.notice == .looksLikeFile && composer.text == "/home/ana/tea.png")
        #expect(try bench.database.outbox.all().isEmpty)
        try submit("file:///home/ana/tea.png")
        await bench.kept()
        #expect(composer.notice == .looksLikeFile)
        #expect(try bench.database.outbox.all().isEmpty)
        try submit("file:///home/ana/tea.png")
        await bench.kept()
        #expect(try bench.database.outbox.all().map(\.body) == ["file:///home/ana/tea.png"])
    }

    @Test func failedFileSendReturnsCommandToComposer() async throws {
        try submit("/send /nowhere/tea.png")
        // Copying the file blocks nothing, and no event reports its end.
        while composer.notice == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(composer.text == "/send /nowhere/tea.png")
        #expect(try bench.database.outbox.all().isEmpty)
        // An in-memory database has no directory for files, and the notice says so.
        #expect(composer.notice == .noFile(.notKept(code: ENOTSUP)))
    }

    @Test func fileCannotBeSentAsReply() throws {
        bench.state.composer.reply(to: QuotedMessage(Story.line(1).message))
        try submit("/send /nowhere/tea.png\nan answer")
        #expect(composer.notice == .fileGoesByItself && composer.text == "/send /nowhere/tea.png\nan answer")
        bench.queue.post(FileListEvent.opened)
        #expect(bench.state.navigation.picker == nil)
    }

    @Test func tooLongCaptionIsReportedBeforeUpload() throws {
        let caption = String(repeating: "a", count: 60_000)
        try submit("/send /nowhere/tea.png\n" + caption)
        guard case .tooLong = composer.notice else {
            Issue.record("not told that it is too long")
            return
        }
        #expect(composer.text.hasSuffix(caption))
    }

    @Test func shareCommandNeedsLocalServer() throws {
        try submit("/share")
        #expect(composer.notice == .cantShare && composer.text == "/share")
        #expect(bench.state.navigation.screen == .chats)
    }

    @Test func unsentMessageErrorIsShownInItsChat() throws {
        bench.queue.post(OutboxRequestEvent.refused(.isOnItsWay, place: "!garden"))
        #expect(composer.notice == nil)
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        #expect(composer.notice == .isOnItsWay)
    }

    @Test func staleEditKeepsReturnedLine() throws {
        let place = try #require(composer.place)
        bench.queue.post(ComposerEvent.notKept(TypedLine("lost", chatID: "!tea"), .notKept(.storage(.diskFull))))
        bench.queue.post(ComposerEvent.edited(text: "newer", of: place))
        #expect(composer.text == "lost\nnewer")
    }

    /// The pane clears the field with Enter, and gets the line back only with a new revision.
    @Test func eachEnterOnARefusedLineReturnsIt() throws {
        for _ in 0..<2 {
            let before = composer.handed
            try submit("/join")
            #expect(composer.text == "/join")
            let change = composer.handed.change(since: before.revision)
            #expect(change == .lines([ReturnedLine(revision: before.revision + 1, text: "/join", origin: .refused)]))
        }
    }

    @Test func lineReturnedJustBeforeEnterIsKept() throws {
        let place = try #require(composer.place)
        bench.queue.post(ComposerEvent.notKept(TypedLine("lost", chatID: "!tea"), .notKept(.storage(.diskFull))))
        bench.queue.post(ComposerEvent.submitted(text: "hello", of: place))
        #expect(composer.text == "lost")
        #expect(bench.state.drafts.texts["!tea"] == "lost")
    }

    @Test func textForClosedChatBecomesItsDraft() throws {
        let place = try #require(composer.place)
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        bench.queue.post(ComposerEvent.edited(text: "for tea", of: place))
        #expect(composer.text == "")
        #expect(bench.state.drafts.texts["!tea"] == "for tea")
        bench.queue.post(ComposerEvent.submitted(text: "for tea now", of: place))
        #expect(bench.state.drafts.texts["!tea"] == "for tea now")
    }

    @Test func letterAfterALateSubmissionDoesNotReplaceTheLine() throws {
        let place = try #require(composer.place)
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        bench.queue.post(ComposerEvent.submitted(text: "hello", of: place))
        bench.queue.post(ComposerEvent.edited(text: "and", of: place))
        bench.queue.post(ComposerEvent.edited(text: "and you", of: place))
        #expect(bench.state.drafts.texts["!tea"] == "hello\nand you")
        bench.queue.post(ComposerEvent.submitted(text: "and you?", of: place))
        #expect(bench.state.drafts.texts["!tea"] == "hello\nand you?")
    }

    @Test func refusedLineIsADraftAtOnce() throws {
        try submit("/topic")
        #expect(composer.text == "/topic")
        #expect(bench.state.drafts.texts["!tea"] == "/topic")
    }

    @Test func reopeningOpenChatKeepsTypedText() throws {
        try edit("I")
        bench.queue.post(ChatEvent.opened(chatID: "!tea"))
        try edit("I am")
        #expect(composer.text == "I am")
        let place = try #require(composer.place)
        bench.queue.post(ChatEvent.accepted(chatID: "!tea"))
        bench.queue.post(ComposerEvent.submitted(text: "I am here", of: place))
        #expect(composer.text.isEmpty)
        #expect(composer.notice == nil)
    }

    @Test func recallStartsWithWithdrawnLineOfOpenChat() throws {
        bench.state.outbox.load([Story.outboxLine("first"), Story.outboxLine("second")])
        bench.state.outbox.keepWithdrawn("other", chatID: "!garden")
        bench.queue.post(OutboxEvent.withdrawn(ids: ["second"]))
        recall(.older(than: ""))
        #expect(composer.text == "second")
        recall(.older(than: "second"))
        #expect(composer.text == "first")
    }

    @Test func recallListsOwnLinesNewestFirstAndRestoresDraft() throws {
        try edit("half")
        recall(.older(than: "half"))
        page(["third", "/me waves"], next: 4)
        #expect(composer.text == "third")
        #expect(composer.draft == "half")
        recall(.older(than: "third, changed"))
        #expect(composer.text == "/me waves")
        recall(.older(than: "/me waves"))
        page(["first"], before: 4, next: nil)
        #expect(composer.text == "first")
        recall(.older(than: "first"))
        #expect(composer.text == "first")
        #expect(composer.notice == .noOlderLine)
        for expected in ["/me waves", "third, changed", "half"] {
            recall(.newer(than: composer.text))
            #expect(composer.text == expected)
        }
    }

    @Test func repeatedRecallBeforeDiskReadStepsThroughLines() async throws {
        let own = (1...3).map { Story.line(Int64($0), "line \($0)", by: Story.ana).message }
        var change = ChatChange(chatID: "!tea", membership: .joined)
        change.timeline = .init(messages: own, isLimited: false, previousBatch: nil)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        recall(.older(than: ""))
        recall(.older(than: ""))
        await bench.answered()
        #expect(composer.text == "line 2")
        recall(.older(than: "line 2"))
        recall(.older(than: "line 1"))
        #expect(composer.text == "line 1")
        #expect(composer.notice == .noOlderLine)
    }

    @Test func recallResultAfterSendIsIgnored() async throws {
        recall(.older(than: "tea?"))
        try submit("tea?")
        await bench.answered()
        #expect(composer.text.isEmpty)
        #expect(composer.notice == nil)
    }

    @Test func sendingRecalledLineRestoresDraft() throws {
        try edit("half")
        recall(.older(than: "half"))
        page(["third"], next: nil)
        try submit("third")
        #expect(composer.text == "half")
        #expect(bench.state.drafts.texts["!tea"] == "half")
    }

    @Test func recallSkipsFileNames() {
        bench.state.outbox.load([Story.outboxLine("typed"), Story.outboxLine("cat.jpg", kind: .picture)])
        recall(.older(than: ""))
        #expect(composer.text == "typed")
    }

    @Test func leaveCommandAsksForConfirmation() throws {
        try submit("/leave")
        #expect(composer.question?.kind == .leaveChat)
        try submit("/leave")
        #expect(bench.state.chatList.busyChatIDs.isEmpty)
        bench.queue.post(ComposerEvent.confirmed(text: "/leave", of: try #require(composer.place)))
        #expect(bench.state.chatList.busyChatIDs == ["!tea"])
        #expect(composer.text == "")
    }

    @Test func helpCommandOpensHelp() throws {
        try submit("/help")
        #expect(bench.state.navigation.helpCount == 1)
    }

    @Test func inviteByNameOpensFormWithName() throws {
        try submit("/invite Bo")
        #expect(bench.state.navigation.screen == .createChat)
        #expect(bench.state.createChat.text == "Bo")
        #expect(bench.state.createChat.purpose.chatID == "!tea")
    }

    private func recall(_ step: ComposerViewModel.Recall) {
        guard let place = composer.place else { return }
        bench.queue.post(ComposerEvent.recalling(step, of: place))
    }

    private func page(_ lines: [String], before: Int64 = .max, next: Int64?) {
        bench.queue.post(
            ComposerEvent.recalled(OwnLinePage(chatID: "!tea", before: before, lines: lines, next: next)))
    }
}
