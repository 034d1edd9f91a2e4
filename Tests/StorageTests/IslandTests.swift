import Conversations
import Storage
import Testing

/// Tests that a jump far back shows the surrounding messages at once, in their place. The gaps are then filled from
/// either end.
@Suite(.timeLimit(.minutes(5))) struct IslandTests {
    private let database: ProfileDatabase
    private var server = TimelineServer()

    init() async throws {
        database = try ProfileDatabase.inMemory()
        for _ in 0..<100 { server.say() }
        _ = try await database.sync.apply(
            Story.slice(Array(server.messages[95..<100]), limited: true, before: "95"))
    }

    private func visit(_ index: Int) async throws -> Bool {
        try await database.messages.store(server.context(of: index, half: 1), chatID: Story.chatID).isHere
    }

    private func onward(_ gap: TimelineGap?, _ limit: Int) async throws {
        let gap = try #require(gap)
        let page = server.page(after: try #require(gap.onward).token, limit: limit)
        _ = try await database.messages.fillOnward(
            chatID: Story.chatID, gap: gap, with: page.messages, nextToken: page.next)
    }

    private func fill(_ gap: TimelineGap?, _ limit: Int) async throws {
        let gap = try #require(gap)
        let page = server.page(before: gap.token, limit: limit)
        _ = try await database.messages.fillGap(
            chatID: Story.chatID, gap: gap, with: page.messages, nextToken: page.next)
    }

    @Test func islandBetweenTwoGapsGrowsAtBothEnds() async throws {
        #expect(try await visit(50))
        #expect(try database.timeline() == "| m49 m50 m51 | m95 m96 m97 m98 m99")
        try await onward(database.gaps().last, 2)
        #expect(try database.timeline() == "| m49 m50 m51 m52 m53 | m95 m96 m97 m98 m99")
        try await fill(database.gaps().last, 2)
        #expect(try database.timeline() == "| m49 m50 m51 m52 m53 | m93 m94 m95 m96 m97 m98 m99")
        try await fill(database.gaps().first, 2)
        #expect(try database.timeline() == "| m47 m48 m49 m50 m51 m52 m53 | m93 m94 m95 m96 m97 m98 m99")
        try await onward(database.gaps().last, 50)
        #expect(try database.gaps().count == 1)
        let all = (47..<100).map { "m\($0)" }.joined(separator: " ")
        #expect(try database.timeline() == "| " + all)
    }

    @Test func severalIslandsStayInOrder() async throws {
        for index in [50, 20, 80, 35, 65] { #expect(try await visit(index)) }
        #expect(
            try database.timeline()
                == "| m19 m20 m21 | m34 m35 m36 | m49 m50 m51 | m64 m65 m66 | m79 m80 m81 | m95 m96 m97 m98 m99")
    }

    @Test func overlappingIslandLeavesNoGap() async throws {
        #expect(try await visit(94))
        #expect(try database.timeline() == "| m93 m94 m95 m96 m97 m98 m99")
        #expect(try await visit(50))
        #expect(try await visit(52))
        #expect(try database.timeline() == "| m49 m50 m51 m52 m53 | m93 m94 m95 m96 m97 m98 m99")
        #expect(try await visit(0))
        #expect(try database.timeline() == "m0 m1 | m49 m50 m51 m52 m53 | m93 m94 m95 m96 m97 m98 m99")
        try await onward(database.gaps().last, 2)
        #expect(try database.timeline() == "m0 m1 | m49 m50 m51 m52 m53 m54 m55 | m93 m94 m95 m96 m97 m98 m99")
    }

    @Test func lateResponseChangesNothing() async throws {
        #expect(try await visit(50))
        let gap = try database.gaps().last
        try await onward(gap, 2)
        let grown = try database.timeline()
        try await onward(gap, 4)
        #expect(try database.timeline() == grown)
    }

    @Test func islandNewerThanTheTimelineIsLeftToTheSync() async throws {
        var server = server
        for _ in 0..<10 { server.say() }
        let island = server.context(of: 106, half: 1)
        #expect(try await !database.messages.store(island, chatID: Story.chatID).isHere)
        #expect(try database.timeline() == "| m95 m96 m97 m98 m99")
    }
}
