import Conversations
import Storage
import Testing
import ViewModels

@testable import Messenger

/// A line that the server refused for good says so, and is sent again when a person says so.
@MainActor
@Suite struct RefusedLineTests {
    @Test func aRefusedLineIsSentAgainOnDemandAndNotBefore() async throws {
        let bench = try Workbench()
        bench.queue.open(to: bench.routers)
        try await bench.sync([Story.event("1")])
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        let line = try await bench.database.outbox.accept(Story.outboxLine("tea"))
        bench.queue.post(MessageEvent.sending(line))
        #expect(actions(of: "tea", at: bench).resend.reason == "It goes out by itself as soon as the server is there")
        _ = try await bench.database.outbox.setState(id: "tea", .failed(reason: "no"))
        bench.queue.post(MessageEvent.failedSending(id: "tea", reason: "no"))
        let rows = { bench.models.outbox.lines.map(\.state) }
        #expect(rows() == [.failed(reason: "no")])

        #expect(actions(of: "tea", at: bench).resend() == nil)
        for _ in 0..<2_000 where rows() != [.queued] { try await Task.sleep(for: .milliseconds(5)) }
        #expect(rows() == [.queued])
        #expect(try bench.database.outbox.all().map(\.state) == [.queued])
        #expect(try bench.database.outbox.all().map(\.id) == ["tea"])
    }

    private func actions(of lineID: String, at bench: Workbench) -> MessageActions {
        let builder = ChatScreenBuilder(models: bench.models, queue: bench.queue, time: Story.time)
        let row = bench.models.outbox.lines.first { $0.id == lineID }.map(ChatRowID.of)
        return row.flatMap { builder.build().actions($0) } ?? MessageActions()
    }
}
