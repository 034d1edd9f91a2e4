import Conversations
import MatrixClient
import Storage
import Testing

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests the fate of a line that a command sends, as the waiting command gets it.
@MainActor
@Suite(.timeLimit(.minutes(5))) final class ScriptRoutingTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: [Story.line(1).message], isLimited: false, previousBatch: nil)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
        await bench.answered()
    }

    @MainActor
    private final class Listener {
        private let fates: AsyncStream<SendStatus>

        init(_ fates: AsyncStream<SendStatus>) { self.fates = fates }

        func next() async -> SendStatus? {
            for await fate in fates { return fate }
            return nil
        }
    }

    private func send(_ text: String, id: String = "tea") -> Listener {
        let fates = bench.parts.effects.scripts.fates(ofLine: id)
        bench.queue.post(ScriptEvent.sending(ScriptLine(id: id, chatID: Story.chatID, text: text)))
        return Listener(fates)
    }

    @Test func scriptTextIsSentLiterally() async throws {
        let fates = send("/quit, and *no* command")
        #expect(await fates.next() == .saved)
        #expect(try bench.database.outbox.all().map(\.body) == ["/quit, and *no* command"])
        #expect(bench.state.outbox.lines.map(\.id) == ["tea"])
        bench.queue.post(OutboxEvent.sent(id: "tea", eventID: "$tea"))
        #expect(await fates.next() == .sent(eventID: "$tea"))
        #expect(await fates.next() == nil)
    }

    @Test func scriptSendKeepsDraft() async throws {
        try await bench.database.drafts.set(chatID: Story.chatID, text: "a draft")
        bench.state.composer.replace("a draft")
        let fates = send("something else")
        #expect(await fates.next() == .saved)
        #expect(bench.state.composer.text == "a draft")
        #expect(try bench.database.opening().drafts.map(\.text) == ["a draft"])
    }

    @Test func delayIsReportedWhileOffline() async {
        bench.queue.post(ConnectionEvent.changed(.waiting(.unreachable(.refused), milliseconds: 1_000)))
        let fates = send("early")
        #expect(await fates.next() == .saved)
        #expect(await fates.next() == .delayed(.unreachable(.refused)))
        bench.queue.post(ConnectionEvent.changed(.waiting(.unreachable(.timedOut), milliseconds: 1_000)))
        #expect(await fates.next() == .delayed(.unreachable(.timedOut)))
        bench.queue.post(OutboxEvent.failed(id: "tea", reason: .chatIsLeft))
        #expect(await fates.next() == .refused(.chatIsLeft))
    }

    @Test func lostResponseIsRecognizedByEcho() async throws {
        let fates = send("milk")
        #expect(await fates.next() == .saved)
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        let echo = Message(
            eventID: "$2", sender: Story.ana, timestamp: Story.noon, kind: .text, body: "milk", detail: nil,
            isRemoved: false, transactionID: "tea", source: "{}")
        change.timeline = .init(messages: [echo], isLimited: false, previousBatch: nil)
        let applied = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        #expect(await fates.next() == .sent(eventID: "$2"))
    }

    @Test func tooLongMessageIsNotStored() async throws {
        let fates = send(String(repeating: "a", count: ComposedLine.maximumBytes))
        guard case .tooLong(let excess)? = await fates.next() else {
            Issue.record("it is taken")
            return
        }
        #expect(excess > 0 && excess < 200)
        #expect(await fates.next() == nil)
        #expect(try bench.database.outbox.all().isEmpty)
    }

    @Test func closedScriptStillSendsItsMessages() async throws {
        let fates = send("bread")
        #expect(await fates.next() == .saved)
        bench.parts.effects.scripts.close()
        #expect(await fates.next() == nil)
        let late = send("butter", id: "butter")
        #expect(await late.next() == nil)
        await bench.kept()
        #expect(try bench.database.outbox.all().map(\.body) == ["bread", "butter"])
    }
}
