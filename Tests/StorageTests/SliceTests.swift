import Conversations
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct SliceTests {
    private let database: ProfileDatabase

    init() throws {
        database = try ProfileDatabase.inMemory()
    }

    @Test func tokenIsStoredWithTheLastSliceOnly() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2), before: "p"))
        #expect(try database.sync.token() == nil)
        _ = try await database.sync.apply(Story.slice(Story.lines(3...4), token: "t1"))
        #expect(try database.sync.token() == "t1")
        #expect(try database.timeline() == "| m1 m2 m3 m4")
    }

    @Test func sliceWithoutATokenKeepsTheStoredOne() async throws {
        _ = try await database.sync.apply(Story.slice([], token: "t1"))
        _ = try await database.sync.apply(Story.slice(Story.lines(1...1)))
        #expect(try database.sync.token() == "t1")
    }

    @Test func fullSyncKeepsHistoryAndMarksAbsentChatsAsLeft() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...3), token: "t1"))
        var gone = ChatChange(chatID: "!gone", membership: .joined)
        gone.timeline = .init(messages: [Story.line("g1")], isLimited: false, previousBatch: nil)
        let invited = ChatChange(chatID: "!withdrawn", membership: .invited)
        _ = try await database.sync.apply(SyncSlice(changes: [gone, invited], token: "t2"))

        var whole = Story.slice(Story.lines(5...6), limited: true, before: "p5", token: "u1")
        whole.allChatIDs = [Story.chatID]
        let applied = try await database.sync.apply(whole)
        #expect(try database.timeline() == "m1 m2 m3 | m5 m6")
        #expect(try database.timeline("!gone") == "g1")
        #expect(try database.chats.chat(id: "!gone")?.membership == .left)
        #expect(try database.chats.chat(id: "!withdrawn")?.membership ?? .left == .left)
        #expect(try database.chats.chat(id: Story.chatID)?.membership == .joined)
        #expect(Set(applied.chats.map(\.id)).isSuperset(of: ["!gone", Story.chatID]))
        #expect(try database.sync.token() == "u1")
    }

    @Test func applyingASliceTwiceChangesNothingMore() async throws {
        let removals = [Story.redaction("r1", of: "$m2"), Story.redaction("r2", of: "$m0")]
        var slice = Story.slice(Story.lines(1...3) + removals, limited: true, before: "p", token: "t1")
        slice.changes[0].givenName = .set("Tea")
        slice.changes[0].members = [ChatMember(userID: "@ana:x", displayName: "Ana", membership: "join")]
        slice.changes[0].heroes = .set(["@ana:x"])
        slice.directChats = ["@ana:x": [Story.chatID]]
        let first = try await database.sync.apply(slice)
        let gaps = try database.gaps()
        let second = try await database.sync.apply(slice)
        #expect(try database.timeline() == "| m1 - m3")
        #expect(try database.gaps() == gaps)
        #expect(second.chats == first.chats)
        #expect(first.newMessages[Story.chatID]?.map(\.message.body) == ["m1", "", "m3", "", ""])
        #expect(second.newMessages.isEmpty)
    }

    @Test func laterSyncCompletesAHalfAppliedOne() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...3), token: "t1"))
        // Applies half of a limited answer. The program then ends before the last slice.
        var half = Story.slice(Story.lines(6...8), limited: true, before: "p6")
        half.changes[0].topic = .set("old")
        _ = try await database.sync.apply(half)
        #expect(try database.timeline() == "m1 m2 m3 | m6 m7 m8")

        var whole = Story.slice(Story.lines(4...10), token: "t2")
        whole.changes[0].topic = .set("new")
        let applied = try await database.sync.apply(whole)
        #expect(try database.timeline() == "m1 m2 m3 m4 m5 m6 m7 m8 m9 m10")
        #expect(applied.newMessages[Story.chatID]?.map(\.message.body) == ["m4", "m5", "m9", "m10"])
        #expect(try database.chats.chat(id: Story.chatID)?.topic == "new")
    }

    @Test func overlappingLimitedSyncLeavesNoGap() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...5)))
        _ = try await database.sync.apply(Story.slice(Story.lines(4...8), limited: true, before: "p4"))
        #expect(try database.timeline() == "m1 m2 m3 m4 m5 m6 m7 m8")
    }

    @Test func limitedSyncFromFurtherBackMovesTheGap() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...1)))
        _ = try await database.sync.apply(Story.slice(Story.lines(6...7), limited: true, before: "p6"))
        _ = try await database.sync.apply(Story.slice(Story.lines(4...9), limited: true, before: "p4"))
        #expect(try database.timeline() == "m1 | m4 m5 m6 m7 m8 m9")
        #expect(try database.gaps().map(\.token) == ["p4"])
    }

    @Test func laterSyncInPiecesPrecedesAHalfAppliedOne() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        _ = try await database.sync.apply(Story.slice(Story.lines(8...9), limited: true, before: "p8"))
        let answer = Story.change(Story.lines(5...10), limited: true, before: "p5")
        var timelines: [String] = []
        for range in [0..<1, 1..<3, 3..<6] {
            var piece = answer
            piece.timeline = answer.timeline?.piece(range)
            _ = try await database.sync.apply(SyncSlice(changes: [piece]))
            timelines.append(try database.timeline())
        }
        #expect(
            timelines == [
                "m1 m2 | m5 | m8 m9", "m1 m2 | m5 m6 m7 m8 m9", "m1 m2 | m5 m6 m7 m8 m9 m10",
            ])
    }

    @Test func messageInsertedBetweenKnownOnesIsKept() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...3)))
        let late = [Story.line("m1"), Story.line("late"), Story.line("m2"), Story.line("m3"), Story.line("m4")]
        _ = try await database.sync.apply(Story.slice(late))
        #expect(try database.timeline() == "m1 m2 m3 late m4")
    }

    @Test func emptyLimitedSyncLeavesAGap() async throws {
        _ = try await database.sync.apply(Story.slice(Story.lines(1...2)))
        _ = try await database.sync.apply(Story.slice([], limited: true, before: "p5"))
        #expect(try database.timeline() == "m1 m2 |")
        _ = try await database.sync.apply(Story.slice(Story.lines(6...6)))
        #expect(try database.timeline() == "m1 m2 | m6")
    }

    @Test func duplicateEventInOneSyncIsStoredOnce() async throws {
        let lines = Story.lines(1...2)
        _ = try await database.sync.apply(Story.slice(lines + lines))
        #expect(try database.timeline() == "m1 m2")
    }

    @Test func identifiersDifferingAfterANullCharacterStayDistinct() async throws {
        _ = try await database.sync.apply(Story.slice([Story.line("m1"), Story.line("m1\0evil")]))
        #expect(try database.timeline() == "m1 m1\u{2400}evil")
    }
}
