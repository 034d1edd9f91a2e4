import Conversations
import Foundation
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SearchSurroundingsTests {
    private let bench: Workbench

    init() async throws {
        bench = try Workbench()
        var change = ChatChange(chatID: "!tea", membership: .joined)
        change.timeline = ChatChange.Timeline(
            messages: ["who has the key", "the gate code is 4711", "thanks"].enumerated().map { place, body in
                Message(
                    eventID: "$\(place)", sender: Story.bo, timestamp: Int64(place), kind: .text, body: body,
                    detail: nil, isRemoved: false, transactionID: nil, source: "{}")
            }, isLimited: false, previousBatch: nil)
        change.members = [ChatMember(userID: Story.bo, displayName: "bo", membership: "join")]
        _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        while try await bench.database.search.takeNext() != .nothing {}
        bench.queue.open()
        bench.queue.post(SearchEvent.opened())
    }

    private var list: FuzzyListViewModel {
        SearchViewModelBuilder(
            number: 1, content: SearchContent(bench.state, today: .now), time: Story.time, queue: bench.queue
        ).build()
    }

    @Test func contextIsShownBesideChosenMessage() async throws {
        bench.queue.post(SearchEvent.typing("gate"))
        while bench.state.search.isAsking { await Task.yield() }
        let row = try #require(list.rows.first)
        #expect(list.beside == nil)
        list.chose?(row.id)
        while bench.state.search.surroundings == nil { await Task.yield() }
        let lines = try #require(list.beside?.lines)
        #expect(lines.map(\.isChosen) == [false, true, false])
        #expect(
            lines.map { $0.text.string.split(separator: "bo: ").last } == [
                "who has the key", "the gate code is 4711", "thanks",
            ])
        // Selecting another row discards them.
        list.chose?(nil)
        #expect(list.beside == nil)
    }
}
