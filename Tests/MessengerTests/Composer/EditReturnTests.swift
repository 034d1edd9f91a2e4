import Conversations
import GRDB
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation
@testable import Storage

/// Tests that the text of an edit is never lost, whatever the disk or the outbox responds.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct EditReturnTests {
    /// The position of the edited message.
    enum Place: CaseIterable { case inView, outOfView, waiting }

    private let bench: Workbench
    /// The text is too long for a full disk.
    private let words = String(repeating: "coffee ", count: 2_000)

    /// Ana sent `$1`, and her line `tea` is in the outbox.
    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        try await bench.sync([Story.event("1", by: Story.ana)])
        bench.state.chatList.merge([Story.chat("!garden")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(OutboxEvent.accepted(try await bench.database.outbox.accept(Story.outboxLine("tea"))))
    }

    private var composer: ComposerModel { bench.state.composer }
    private var lines: [OutboxLine] { bench.state.outbox.lines }

    private func edit(_ place: Place) {
        bench.queue.post(MessageActionEvent.editing(place == .waiting ? .line("tea") : .event("$1")))
        if place == .outOfView { bench.state.timeline.replace(.empty) }
    }

    private func submit(_ text: String) throws {
        bench.queue.post(ComposerEvent.submitted(text: text, of: try #require(composer.place)))
    }

    /// Returns once the disk has completed the request, or failed.
    private func settle() async { await bench.parts.effects.disk.settle() }

    private func setRoom(pages: Int) async throws {
        try await bench.database.access.write { db in
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    private func fillDisk() async throws { try await setRoom(pages: 1) }

    private func leave() async throws {
        _ = try await bench.database.outbox.leave(id: "tea", deviceID: "A", now: 1)
    }

    @Test(arguments: Place.allCases) func unsavedEditReturnsAsEdit(place: Place) async throws {
        bench.queue.post(ComposerEvent.edited(text: "half", of: try #require(composer.place)))
        edit(place)
        let purpose = composer.purpose
        try await fillDisk()
        try submit(words)
        #expect(composer.text == "half")
        await settle()
        #expect(composer.text == words)
        #expect(composer.draft == "half")
        #expect(composer.purpose == purpose)
        #expect(composer.notice?.text.hasPrefix("Not sent, this device can't keep it") == true)
        #expect(lines.map(\.body) == ["tea"])
        try await setRoom(pages: 10_000)
        try submit(words)
        await settle()
        #expect(composer.text == "half")
        #expect(lines.map(\.body) == (place == .waiting ? [words] : ["tea", words]))
        #expect(lines.last?.purpose == (place == .waiting ? .message : .edit(of: .event("$1"))))
    }

    @Test func unsavedReplyReturnsAsReply() async throws {
        bench.queue.post(MessageActionEvent.replying(to: .event("$1")))
        try await fillDisk()
        try submit(words)
        bench.queue.post(ComposerEvent.edited(text: "and", of: try #require(composer.place)))
        await settle()
        #expect(composer.text == words + "\nand")
        guard case .reply(let message) = composer.purpose else { return #expect(Bool(false), "no answer") }
        #expect(message.eventID == "$1")
    }

    @Test func unsavedEditBecomesDraftIfChatChanged() async throws {
        edit(.inView)
        try await fillDisk()
        try submit(words)
        bench.queue.post(ChatEvent.opened(chatID: "!garden"))
        await settle()
        #expect(bench.state.drafts.texts[Story.chatID] == words)
        #expect(composer.text.isEmpty)
        #expect(composer.notice == nil)
    }

    @Test func unsavedEditKeepsCurrentEditTarget() async throws {
        edit(.inView)
        try await fillDisk()
        try submit(words)
        edit(.waiting)
        await settle()
        #expect(composer.text == words + "\ntea")
        #expect(composer.purpose == .edit(.line("tea"), body: "tea", draft: ""))
    }

    @Test func editOfJustSentLineIsQueuedAsEdit() async throws {
        edit(.waiting)
        try await leave()
        try submit("coffee")
        await settle()
        #expect(composer.text.isEmpty)
        #expect(composer.notice == nil)
        #expect(lines.map(\.purpose) == [.message, .edit(of: .line("tea"))])
        #expect(lines.map(\.body) == ["tea", "coffee"])
        #expect(try bench.database.outbox.all().map(\.body) == ["tea", "coffee"])
    }

    @Test func tooLongEditOfJustSentLineReturns() async throws {
        edit(.waiting)
        try await leave()
        let tooLong = String(repeating: "a", count: 31_000)
        try submit(tooLong)
        await settle()
        #expect(composer.text == tooLong)
        #expect(composer.purpose == .edit(.line("tea"), body: "tea", draft: ""))
        #expect(composer.notice?.text.hasPrefix("Too long for an edit by 2") == true)
        #expect(lines.map(\.body) == ["tea"])
    }

    @Test(arguments: [true, false]) func editOfWithdrawnLineReturnsAsNewLine(isKnown: Bool) async throws {
        edit(.waiting)
        bench.queue.post(MessageActionEvent.withdrawing(lineID: "tea", chatID: Story.chatID))
        if isKnown { await settle() }
        try submit("coffee")
        await settle()
        #expect(composer.text == "coffee")
        #expect(composer.purpose == .newLine)
        #expect(composer.notice?.text == "The line was withdrawn: Enter sends these words as a new one.")
        #expect(lines.isEmpty)
        #expect(try bench.database.outbox.all().isEmpty)
    }

    @Test func lineActionErrorIsShownOnlyInItsChat() async throws {
        try await leave()
        bench.queue.post(MessageActionEvent.withdrawing(lineID: "tea", chatID: Story.chatID))
        await settle()
        #expect(composer.notice?.text.hasPrefix("It may have reached the server") == true)
        for event in [
            MessageActionEvent.withdrawing(lineID: "tea", chatID: Story.chatID),
            .resending(lineID: "tea", chatID: Story.chatID),
        ] {
            bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
            bench.queue.post(event)
            bench.queue.post(ChatEvent.opened(chatID: "!garden"))
            await settle()
            #expect(composer.notice == nil)
        }
    }
}
