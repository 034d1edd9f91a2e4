import Conversations
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Counts the rows that are built for a change of the chat.
@Suite(.timeLimit(.minutes(5))) struct ChatRowMemoTests {
    private let memo = ChatRowViewModelCache()

    private func rows(
        _ messages: [PlacedMessage], outbox: [OutboxLine] = [], read: [String: Int64] = [:],
        members: [String: ChatMember] = Story.members, time: TimeText = Story.time,
        doubts: [LineOrigin: AuthenticityWarning]? = nil, isOnline: Bool = true, opened: Set<String> = [],
        media: [String: MediaState] = [:]
    ) -> [ChatRowViewModel] {
        ChatRowsBuilder(
            window: Story.window(messages), outbox: outbox, names: MemberNames(members), readPositions: read,
            newLinePosition: nil, isLoadingOlder: false, isDirect: true, isOnline: isOnline, ownUserID: Story.ana,
            time: time, opened: opened, doubts: doubts.map { AuthenticityWarnings(byOrigin: $0) }, media: media,
            memo: memo
        ).build()
    }

    private func lines(_ numbers: ClosedRange<Int64>) -> [PlacedMessage] { numbers.map { Story.line($0, "\($0)") } }

    private func made(_ body: () -> Void) -> Int {
        let before = memo.madeCount
        body()
        return memo.madeCount - before
    }

    @Test func newMessageBuildsOneRow() {
        #expect(made { _ = rows(lines(1...600)) } == 600)
        #expect(made { _ = rows(lines(1...600)) } == 0)
        #expect(made { _ = rows(lines(2...601)) } == 1)
    }

    @Test func cachedRowsEqualFreshRows() {
        var messages = lines(1...5)
        messages[2] = Story.line(3, "own", by: Story.ana)
        _ = rows(messages)
        #expect(rows(messages, read: [Story.bo: 3]) == freshRows(messages, read: [Story.bo: 3]))
        var edited = messages[3].message
        edited.body = "edited"
        edited.isEdited = true
        messages[3] = PlacedMessage(message: edited, position: 4)
        #expect(rows(messages) == freshRows(messages))
    }

    @Test func changedNameOrClockRebuildsRows() {
        _ = rows(lines(1...5))
        var members = Story.members
        members[Story.bo]?.displayName = "Robert"
        #expect(RowWords.lines(rows(lines(1...5), members: members)).last == "Robert: 5")
        #expect(made { _ = rows(lines(1...5), time: TimeText(now: Story.noon, usesTwelveHours: true)) } == 5)
    }

    @Test func trustDoubtRebuildsRowsOfItsSession() {
        let sealed = (1...3).map { number in
            Story.line(Int64(number), encryption: .opened(sessionID: number == 3 ? "b" : "a", index: UInt32(number)))
        }
        let session = LineOrigin(sessionID: "a", sender: Story.bo)
        _ = rows(sealed)
        #expect(made { _ = rows(sealed, doubts: [session: .unprovenKey]) } == 2)
        #expect(made { _ = rows(sealed, doubts: [session: .unprovenKey]) } == 0)
        #expect(made { _ = rows(sealed) } == 2)
    }

    /// Each row depends on its own part of the chat's state.
    @Test func changeOfOneMessageRebuildsItsRowAlone() {
        var edit = Story.outboxLine("x")
        edit.purpose = .edit(of: .event("$2"))
        _ = rows(lines(1...5))
        #expect(made { _ = rows(lines(1...5), outbox: [edit]) } == 1)
        #expect(made { _ = rows(lines(1...5), outbox: [edit]) } == 0)
        #expect(made { _ = rows(lines(1...5), outbox: [edit], isOnline: false) } == 1)
        #expect(made { _ = rows(lines(1...5), isOnline: false) } == 1)
        #expect(made { _ = rows(lines(1...5), opened: ["$4"]) } == 1)
        #expect(made { _ = rows(lines(1...5), media: ["$3": .stopped]) } == 2)
        #expect(made { _ = rows(lines(1...5), media: ["$3": .stopped]) } == 0)
    }

    @Test func pendingRemovalShowsUntilWithdrawn() {
        var removal = Story.outboxLine("x")
        removal.purpose = .redaction(of: .event("$2"), reason: nil)
        let before = rows(lines(1...3))
        let asked = rows(lines(1...3), outbox: [removal])
        #expect(asked != before)
        #expect(rows(lines(1...3)) == before)
    }

    @Test func rowsOutsideWindowAreEvicted() {
        let made = made {
            for first in Int64(1)...1_000 { _ = rows(lines(first...first + 20)) }
        }
        #expect(memo.count <= 200)
        #expect(made == 1_020)
    }

    private func freshRows(_ messages: [PlacedMessage], read: [String: Int64] = [:]) -> [ChatRowViewModel] {
        ChatRowsBuilder(
            window: Story.window(messages), outbox: [], names: MemberNames(Story.members), readPositions: read,
            newLinePosition: nil, isLoadingOlder: false, isDirect: true, isOnline: true, ownUserID: Story.ana,
            time: Story.time
        ).build()
    }
}
