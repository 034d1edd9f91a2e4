import Conversations
import MatrixAPI
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests that a line which the server permanently refused is marked, and is sent again on request.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct RefusedLineTests {
    @Test func refusedLineIsResentOnlyOnRequest() async throws {
        let bench = try await benchWithLine()
        #expect(actions(of: "tea", at: bench).resend.reason == "It goes out by itself as soon as the server is there")
        _ = try await bench.database.outbox.setState(id: "tea", .failed(reason: .said("no")))
        bench.queue.post(OutboxEvent.failed(id: "tea", reason: .said("no")))
        let rows = { bench.state.outbox.lines.map(\.state) }
        #expect(rows() == [.failed(reason: .said("no"))])

        #expect(actions(of: "tea", at: bench).resend() == nil)
        while rows() != [.queued] { try await Task.sleep(for: .milliseconds(5)) }
        #expect(rows() == [.queued])
        #expect(try bench.database.outbox.all().map(\.state) == [.queued])
        #expect(try bench.database.outbox.all().map(\.id) == ["tea"])
    }

    @Test(arguments: [("coffee", ["coffee"]), ("", [])])
    func refusedLineIsEditedInPlaceOrWithdrawn(words: String, left: [String]) async throws {
        let bench = try await benchWithLine()
        _ = try await bench.database.outbox.leave(id: "tea", deviceID: "A", now: 1)
        bench.queue.post(OutboxEvent.left(id: "tea", mayHaveLeft: true))
        _ = try await bench.database.outbox.setState(id: "tea", .failed(reason: .said("no")))
        bench.queue.post(OutboxEvent.failed(id: "tea", reason: .said("no")))

        #expect(actions(of: "tea", at: bench).edit() == nil)
        let place = try #require(bench.state.composer.place)
        bench.queue.post(ComposerEvent.submitted(text: words, of: place))
        // Submitting an empty edit raises a question, and Enter again doesn't answer it.
        if words.isEmpty {
            bench.queue.post(ComposerEvent.submitted(text: words, of: place))
            #expect(bench.state.outbox.lines.map(\.body) == ["tea"])
            bench.queue.post(ComposerEvent.confirmed(text: words, of: place))
        }
        let bodies = { bench.state.outbox.lines.map(\.body) }
        while bodies() != left { try await Task.sleep(for: .milliseconds(5)) }
        #expect(bodies() == left)
        #expect(try bench.database.outbox.all().map(\.body) == left)
        #expect(try bench.database.outbox.all().allSatisfy { $0.id == "tea" && $0.purpose == .message })
    }

    @Test func tooLongEditIsRejectedBeforeAcceptance() async throws {
        let bench = try Workbench()
        bench.queue.open()
        try await bench.sync([Story.event("1", by: Story.ana)])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(MessageActionEvent.editing(.event("$1")))
        let place = try #require(bench.state.composer.place)
        bench.queue.post(ComposerEvent.submitted(text: String(repeating: "a", count: 31_000), of: place))
        #expect(bench.state.composer.notice?.text.hasPrefix("Too long for an edit by 2") == true)
        bench.queue.post(ComposerEvent.submitted(text: String(repeating: "a", count: 29_000), of: place))
        while bench.state.outbox.lines.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(bench.state.outbox.lines.map(\.purpose) == [.edit(of: .event("$1"))])
    }

    @Test func refusedLineElsewhereIsCountedAndCatchUpOpensIt() async throws {
        let bench = try Workbench()
        bench.queue.open()
        bench.state.chatList.load(chats: [Story.chat(Story.chatID), Story.chat("!milk")])
        let eyes = Eyes(bench)
        bench.queue.post(ChatEvent.opened(chatID: "!milk"))
        await bench.answered()
        bench.queue.post(ConnectionEvent.changed(.online))
        bench.frames.deliver()
        #expect(eyes.counts.isEmpty)
        #expect(eyes.catchUp?.reason == "All caught up")

        for id in ["tea", "sugar"] {
            bench.state.outbox.append(Story.outboxLine(id))
            bench.queue.post(OutboxEvent.failed(id: id, reason: .said("no")))
        }
        bench.frames.deliver()
        #expect(eyes.counts == "2 failed")
        #expect(eyes.row(Story.chatID)?.hasFailed == true)
        #expect(eyes.row(Story.chatID)?.message == "Failed: sugar")
        #expect(eyes.row("!milk")?.hasFailed == false)
        eyes.catchUp?()
        #expect(bench.state.chatList.openChatID == Story.chatID)
        bench.frames.deliver()
        #expect(eyes.catchUp?.reason == "All caught up")
    }

    @Test func consentPageIsOfferedAsALinkOfTheFailedLine() async throws {
        let bench = try await benchWithLine()
        #expect(actions(of: "tea", at: bench).links.isEmpty)
        let page = "https://example.org/consent?u=ana"
        let error = MatrixError(.consentNotGiven, "consent", details: ["consent_uri": .string(page)])
        let outcome = MatrixClientError.matrix(error, status: 403, retryAfterMilliseconds: nil).outcome
        guard case .refused(let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        _ = try await bench.database.outbox.setState(id: "tea", .failed(reason: reason))
        bench.queue.post(OutboxEvent.failed(id: "tea", reason: reason))
        let failed = actions(of: "tea", at: bench)
        #expect(failed.links.map(\.address.string) == [page])
        #expect(failed.links.map(\.host.string) == ["example.org"])
        // The user accepts the terms there, and then sends the line again.
        #expect(failed.resend.reason == nil)
    }

    /// Returns a workbench with the chat open and the line `tea` accepted.
    private func benchWithLine() async throws -> Workbench {
        let bench = try Workbench()
        bench.queue.open()
        try await bench.sync([Story.event("1")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(OutboxEvent.accepted(try await bench.database.outbox.accept(Story.outboxLine("tea"))))
        return bench
    }

    @MainActor
    private final class Eyes {
        private(set) var counts = ""
        private(set) var catchUp: Action<Void>?
        private var list: ChatListViewModel?

        init(_ bench: Workbench) {
            bench.events.connection.subscribe(self) { $0.counts = $1.unread.string }
            bench.events.navigation.subscribe(self) { $0.catchUp = $1.actions.catchUp }
            bench.events.chatList.subscribe(self) { $0.list = $1 }
        }

        func row(_ chatID: String) -> ChatListItemViewModel? { list?.item(.chat(chatID)) }
    }

    private func actions(of lineID: String, at bench: Workbench) -> MessageActions {
        let builder = ChatScreenBuilder(
            content: OpenChatContent(bench.state, time: Story.time), queue: bench.queue)
        let row = bench.state.outbox.lines.first { $0.id == lineID }.map(ChatRowID.of)
        return row.flatMap { builder.build().actions($0) } ?? MessageActions()
    }
}
