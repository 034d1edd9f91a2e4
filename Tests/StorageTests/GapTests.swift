import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct GapTests {
    private let database: ProfileDatabase

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    /// Stores messages 1 to 2, then 8 to 9 after a gap.
    private func missTheMiddle() async throws -> TimelineGap {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        _ = try await database.sync.apply(Story.slice(Story.lines(8...9), limited: true, before: "p8"))
        return try #require(try database.gaps().first)
    }

    private func fill(_ gap: TimelineGap, _ lines: [Message], next: String?) async throws -> AppliedSlice {
        try await database.messages.fillGap(
            chatID: Story.chatID, gap: gap, with: lines.reversed(), nextToken: next)
    }

    @Test func pageMovesTheGapAndReachingKnownEventsClosesIt() async throws {
        let gap = try await missTheMiddle()
        let first = try await fill(gap, Story.lines(6...7), next: "p6")
        #expect(try database.timeline() == "m1 m2 | m6 m7 m8 m9")
        #expect(first.newMessages[Story.chatID]?.map(\.message.body) == ["m6", "m7"])
        let moved = try #require(try database.gaps().first)
        _ = try await fill(moved, Story.lines(1...5), next: "p1")
        #expect(try database.timeline() == "m1 m2 m3 m4 m5 m6 m7 m8 m9")
        #expect(try database.gaps().isEmpty)
    }

    @Test func pageWithoutANextTokenIsTheBeginning() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(3...4), before: "p3"))
        let gap = try #require(try database.gaps().first)
        _ = try await fill(gap, Story.lines(1...2), next: nil)
        #expect(try database.timeline() == "m1 m2 m3 m4")
        #expect(try !database.messages.window(chatID: Story.chatID, endingAtLatest: 10).hasOlder)
    }

    @Test func emptyPageWithATokenIsNotTheEnd() async throws {
        let gap = try await missTheMiddle()
        _ = try await fill(gap, [], next: "p7")
        #expect(try database.gaps() == [TimelineGap(position: gap.position, token: "p7")])
    }

    @Test func overlapWithTheNewerSideDoesNotCloseTheGap() async throws {
        let gap = try await missTheMiddle()
        _ = try await fill(gap, Story.lines(7...8), next: "p7")
        #expect(try database.timeline() == "m1 m2 | m7 m8 m9")
    }

    @Test func repeatedPageFillsTheGapOnce() async throws {
        let gap = try await missTheMiddle()
        _ = try await fill(gap, Story.lines(6...7), next: "p6")
        let again = try await fill(gap, Story.lines(6...7), next: "p6")
        #expect(again == AppliedSlice(chats: [], newMessages: [:], echoedLines: []))
        #expect(try database.timeline() == "m1 m2 | m6 m7 m8 m9")
    }

    @Test func pageAcrossTwoGapsLeavesOnlyTheOlderGap() async throws {
        _ = try await missTheMiddle()
        _ = try await database.sync.apply(Story.slice(Story.lines(12...12), limited: true, before: "p12"))
        let newest = try #require(try database.gaps().last)
        _ = try await fill(newest, Story.lines(7...11), next: "p7")
        #expect(try database.timeline() == "m1 m2 | m7 m8 m9 m10 m11 m12")
        #expect(try database.gaps().map(\.token) == ["p7"])
    }

    @Test func gapAfterTheLastMessageIsFilled() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        _ = try await database.sync.apply(Story.slice([], limited: true, before: "p5"))
        let gap = try #require(try database.gaps().first)
        _ = try await fill(gap, Story.lines(2...4), next: "p2")
        #expect(try database.timeline() == "m1 m2 m3 m4")
    }

    @Test func redactionInsideAGapRemovesItsTarget() async throws {
        let gap = try await missTheMiddle()
        _ = try await database.messages.fillGap(
            chatID: Story.chatID, gap: gap, with: [Story.line("m7"), Story.redaction("r6", of: "$m2")],
            nextToken: "p7")
        #expect(try database.timeline() == "m1 - | m7 m8 m9")
    }

    @Test func olderMembersDoNotReplaceNewerOnes() async throws {
        let gap = try await missTheMiddle()
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.members = [ChatMember(userID: "@ana:x", displayName: "Ana now", membership: "leave")]
        _ = try await database.sync.apply(SyncSlice(changes: [change]))
        let then = [
            ChatMember(userID: "@ana:x", displayName: "Ana then", membership: "join"),
            ChatMember(userID: "@kim:x", displayName: "Kim", membership: "join"),
        ]
        let applied = try await database.messages.fillGap(
            chatID: Story.chatID, gap: gap, with: [Story.line("m7")], members: then, nextToken: "p7")
        #expect(applied.changedMembers == [Story.chatID: [then[1]]])
        let members = try database.chats.members(chatID: Story.chatID).sorted { $0.userID < $1.userID }
        #expect(members.map(\.displayName) == ["Ana now", "Kim"])
        #expect(members.map(\.membership) == ["leave", "join"])
    }

    @Test func pageWithNothingNewAdvancesTheToken() async throws {
        let gap = try await missTheMiddle()
        _ = try await fill(gap, Story.lines(9...9), next: "p7")
        #expect(try database.gaps() == [TimelineGap(position: gap.position, token: "p7")])
    }
}
