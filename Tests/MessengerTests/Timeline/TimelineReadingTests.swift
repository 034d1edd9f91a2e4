import Conversations
import MatrixClient
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger

/// Tests that timelines are read off the main actor. Changes that arrive meanwhile are neither lost nor shown in
/// their old state.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TimelineReadingTests {
    private let bench: Workbench
    private static let count = 400

    init() async throws {
        bench = try Workbench()
        bench.queue.open()
        try await apply((1...Self.count).map { line($0) })
        var read = ChatChange(chatID: Story.chatID, membership: .joined)
        read.receipts = [ReadReceipt(userID: Story.ana, eventID: "$\(Self.count)", timestamp: Story.noon)]
        _ = try await bench.database.sync.apply(SyncSlice(changes: [read]))
        let other = ChatChange(chatID: "!other", membership: .joined)
        _ = try await bench.database.sync.apply(SyncSlice(changes: [other]))
        bench.queue.post(
            ChatEvent.loaded(
                chats: try bench.database.chats.all(), areAll: true, ignoredUserIDs: [], drafts: [], outbox: [],
                openChatID: Story.chatID))
        bench.queue.post(ConnectionEvent.changed(.online))
        await bench.answered()
    }

    private func line(_ number: Int) -> Message { Story.line(Int64(number), "line \(number)").message }

    private func edit(_ eventID: String, _ body: String) -> Message {
        Message(
            eventID: "$edit", sender: Story.bo, timestamp: Story.noon + 1, kind: .relation, body: "", detail: nil,
            isRemoved: false,
            relation: .edit(of: eventID, EditedContent(kind: .text, body: body, formattedBody: nil)),
            transactionID: nil, source: "{}")
    }

    @discardableResult
    private func apply(_ messages: [Message], isLimited: Bool = false) async throws -> AppliedSlice {
        var change = ChatChange(chatID: Story.chatID, membership: .joined)
        change.timeline = .init(messages: messages, isLimited: isLimited, previousBatch: isLimited ? "gap" : nil)
        return try await bench.database.sync.apply(SyncSlice(changes: [change]))
    }

    private func receive(_ messages: [Message], isLimited: Bool = false) async throws {
        let applied = try await apply(messages, isLimited: isLimited)
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
    }

    private var timeline: TimelineModel {
        get { bench.state.timeline }
        nonmutating _modify { yield &bench.state.timeline }
    }
    private var bodies: [String] { timeline.window.messages.map(\.message.body) }

    private func bodies(_ range: ClosedRange<Int>) -> [String] { range.map { "line \($0)" } }

    private func latest() throws -> MessageWindow {
        try bench.database.messages.window(chatID: Story.chatID, endingAtLatest: TimelineModel.pageCount)
    }

    @Test func chatOpensAtOnceAndFillsAfterDiskRead() async throws {
        let before = bench.database.readsOnMainActor
        bench.queue.post(ChatEvent.opened(chatID: "!other"))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        #expect(timeline.chatID == Story.chatID && bench.state.composer.chatID == Story.chatID)
        #expect(bodies.isEmpty)
        #expect(bench.openChat.emptyText.isEmpty)
        let number = bench.openChat.chatNumber
        await bench.answered()
        #expect(bodies == bodies(251...400))
        #expect(bench.openChat.chatNumber == number)
        #expect(bench.database.readsOnMainActor == before)
    }

    /// A user who writes as soon as the chat is open sees the line, even if the first unread message is far above.
    @Test func goingToLatestBeforeDiskReadWorks() async throws {
        bench.queue.post(ChatEvent.opened(chatID: "!other"))
        try await receive((401...700).map { line($0) })
        await bench.answered()
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        #expect(!bench.openChat.reachesLatest)
        bench.openChat.needsLatest()
        await bench.answered()
        #expect(bodies == bodies(551...700))
        #expect(bench.openChat.reachesLatest)
        #expect(bench.openChat.goToUnread.reason == nil)
    }

    @Test func goingToFirstBeforeDiskReadWorks() async throws {
        bench.queue.post(ChatEvent.opened(chatID: "!other"))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.openChat.needsFirst()
        await bench.answered()
        #expect(bodies == bodies(1...150))
    }

    /// A chat opens at a position given by its rows. An own line in the outbox alone doesn't determine it.
    @Test func unsentLineIsNotShownBeforeHistoryLoads() async throws {
        bench.state.outbox.append(Story.outboxLine("tea?"))
        bench.queue.post(ChatEvent.opened(chatID: "!other"))
        try await receive([line(401)])
        await bench.answered()
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        #expect(bench.openChat.rows.isEmpty)
        await bench.answered()
        let rows = RowWords.lines(bench.openChat.rows)
        #expect(rows.contains("-- new"))
        #expect(rows.last?.contains("tea?") ?? false)
    }

    /// The server's unread count may be missing, but the disk has it.
    @Test func goingToUnreadBeforeDiskReadWorks() async throws {
        bench.queue.post(ChatEvent.opened(chatID: "!other"))
        try await receive((401...700).map { line($0) })
        await bench.answered()
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.openChat.goToUnread()
        await bench.answered()
        #expect(bodies.contains("line 401"))
        #expect(timeline.jump?.row == .of(line(401)))
    }

    @Test func unreadableChatIsNotShownAsEmpty() async throws {
        bench.queue.post(ChatEvent.opened(chatID: "!other"))
        await bench.answered()
        #expect(bench.openChat.emptyText == "Nothing was said here yet")
        bench.state.outbox.append(Story.outboxLine("tea?"))
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.queue.post(TimelineEvent.answered(nil, opening: timeline.opening))
        let chat = bench.openChat
        #expect(chat.emptyText.isEmpty)
        #expect(chat.shouldShowError)
        #expect(chat.errorText.string.hasPrefix("What was said here could not be read"))
        #expect(RowWords.lines(chat.rows).last?.contains("tea?") ?? false)
        #expect(chat.needsLatest.reason == nil && chat.needsFirst.reason == nil)
    }

    @Test func arrivalsDuringOpeningAreAppended() async throws {
        let stale = TimelineResponse.opened(
            OpenedTimeline(window: try latest(), members: [], readPositions: [:], unread: nil))
        bench.queue.post(ChatEvent.opened(chatID: "!other"))
        await bench.answered()
        timeline.open(chatID: Story.chatID, stored: nil)
        timeline.beginQuestion(findsEnd: true)
        try await receive([line(401), line(402)])
        #expect(bodies.isEmpty)
        bench.queue.post(TimelineEvent.answered(stale, opening: timeline.opening))
        #expect(bodies.suffix(3) == ["line 400", "line 401", "line 402"])
    }

    @Test func scrollingHistoryNeverReadsOnMainActor() async throws {
        let before = bench.database.readsOnMainActor
        bench.queue.post(HistoryEvent.needsOlder(chatID: Story.chatID))
        bench.queue.post(HistoryEvent.needsOlder(chatID: Story.chatID))
        await bench.answered()
        #expect(bodies == bodies(101...400))
        bench.queue.post(HistoryEvent.seeks(.first, chatID: Story.chatID))
        await bench.answered()
        #expect(bodies == bodies(1...150))
        bench.queue.post(HistoryEvent.needsNewer(chatID: Story.chatID))
        bench.queue.post(HistoryEvent.needsNewer(chatID: Story.chatID))
        await bench.answered()
        #expect(bodies == bodies(1...300))
        bench.queue.post(HistoryEvent.needsLatest(chatID: Story.chatID))
        await bench.answered()
        #expect(bodies == bodies(251...400))
        bench.queue.post(JumpEvent.goingTo(eventID: "$20", chatID: Story.chatID))
        await bench.answered()
        #expect(bodies.contains("line 20") && !bodies.contains("line 400"))
        #expect(timeline.jump?.row == .of(line(20)))
        bench.queue.post(HistoryEvent.seeks(.message(eventID: "$350", before: .max), chatID: Story.chatID))
        await bench.answered()
        #expect(bodies.contains("line 350"))
        try await receive([line(500)], isLimited: true)
        bench.queue.post(MessageInfoEvent.asked(.event("$20"), chatID: Story.chatID))
        bench.queue.post(ChatDetailsEvent.opening())
        bench.queue.post(ChatTaskEvent.failed(.set(.name("Cake"), chatID: Story.chatID), .refused()))
        await bench.answered()
        #expect(bench.database.readsOnMainActor == before)
    }

    @Test func latestMessagesAreShownAfterGap() async throws {
        try await receive([line(500)], isLimited: true)
        await bench.answered()
        #expect(bodies.suffix(2) == ["line 400", "line 500"])
        try expectTheEndOfTheWindowToBeTheLatest()
    }

    @Test func arrivalsDuringDiskReadAreNotLost() async throws {
        let stale = TimelineResponse.latest(try latest())
        timeline.await(.latest(accepts: false))
        timeline.beginQuestion(findsEnd: true)
        try await receive([line(401), edit("$399", "line three hundred and ninety-nine")])
        try await receive([line(402)])
        bench.queue.post(TimelineEvent.answered(stale, opening: timeline.opening))
        #expect(bodies.suffix(3) == ["line 400", "line 401", "line 402"])
        #expect(bodies.contains("line three hundred and ninety-nine"))
        #expect(Array(timeline.window.messages.suffix(TimelineModel.pageCount)) == (try latest()).messages)
        try await receive([line(403)])
        #expect(bodies.last == "line 403")
    }

    /// The user can edit an own line as soon as it is on screen, whatever the disk is asked for then.
    @Test(arguments: [false, true])
    func ownMessageStaysVisibleDuringDiskRead(isAskedAlready: Bool) async throws {
        let said = Story.outboxLine("tea?")
        bench.state.outbox.append(said)
        let stale = TimelineResponse.latest(try latest())
        if isAskedAlready {
            timeline.await(.latest(accepts: false))
            timeline.beginQuestion(findsEnd: true)
        }
        try await apply([line(401)])
        var applied = try await apply([
            Message(
                eventID: "$said", sender: Story.ana, timestamp: Story.noon, kind: .text, body: "tea?", detail: nil,
                isRemoved: false, relation: nil, transactionID: said.id, source: "{}")
        ])
        applied.echoedLines = [said.id]
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        #expect(bench.state.outbox.lines.isEmpty && !bodies.contains("tea?"))
        expectTeaOnce()
        if isAskedAlready {
            bench.queue.post(TimelineEvent.answered(stale, opening: timeline.opening))
            expectTeaOnce()
        }
        await bench.answered()
        #expect(bodies.last == "tea?" && timeline.landing.isEmpty)
        expectTeaOnce()
    }

    private func expectTeaOnce(_ location: SourceLocation = #_sourceLocation) {
        let rows = RowWords.lines(bench.openChat.rows)
        #expect(rows.count { $0.contains("tea?") } == 1, sourceLocation: location)
        #expect(rows.last?.contains("tea?") == true, sourceLocation: location)
        let edit = bench.openChat.lastOwnRow.flatMap(bench.openChat.actions)?.edit
        #expect(edit != nil && edit?.reason == nil, sourceLocation: location)
    }

    @Test func nonContiguousArrivalTriggersAnotherRead() async throws {
        let stale = TimelineResponse.latest(try latest())
        timeline.await(.latest(accepts: false))
        timeline.beginQuestion(findsEnd: true)
        try await apply([line(401)])
        try await receive([line(402)])
        bench.queue.post(TimelineEvent.answered(stale, opening: timeline.opening))
        await bench.answered()
        #expect(bodies.suffix(3) == ["line 400", "line 401", "line 402"])
        try expectTheEndOfTheWindowToBeTheLatest()
    }

    /// The messages before them in the window may stay.
    private func expectTheEndOfTheWindowToBeTheLatest() throws {
        let (window, latest) = (timeline.window, try latest())
        #expect(Array(window.messages.suffix(latest.messages.count)) == latest.messages)
        #expect(window.gaps == latest.gaps && window.end == latest.end && window.hasNewer == latest.hasNewer)
    }

    @Test func canceledNavigationKeepsPosition() async throws {
        bench.queue.post(HistoryEvent.seeks(.first, chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(HistoryEvent.needsLatest(chatID: Story.chatID))
        bench.queue.post(HistoryEvent.stopped(chatID: Story.chatID))
        bench.queue.post(JumpEvent.goingTo(eventID: "$380", chatID: Story.chatID))
        bench.queue.post(HistoryEvent.stopped(chatID: Story.chatID))
        await bench.answered()
        #expect(bodies == bodies(1...150))
        #expect(timeline.jump == nil)
    }

    /// Messages after a gap are fetched for a user at the end of the chat.
    @Test func navigationWinsOverJumpToLatestAfterGap() async throws {
        let applied = try await apply([line(500)], isLimited: true)
        bench.queue.post(JumpEvent.goingTo(eventID: "$20", chatID: Story.chatID))
        bench.queue.post(SyncEvent.received(applied, isFirstSync: false))
        await bench.answered()
        #expect(bodies.contains("line 20") && !bodies.contains("line 500"))
        #expect(timeline.jump?.row == .of(line(20)))
    }

    @Test func goingToLatestMarksReadOnceLoaded() async throws {
        bench.queue.post(HistoryEvent.seeks(.first, chatID: Story.chatID))
        await bench.answered()
        bench.queue.post(HistoryEvent.needsLatest(chatID: Story.chatID))
        bench.queue.post(JumpEvent.wentToLatest(chatID: Story.chatID))
        await bench.answered()
        #expect(bench.state.reading.readThrough(chatID: Story.chatID) == timeline.window.end)
    }

    @Test func answerForClosedChatIsDropped() async throws {
        bench.queue.post(HistoryEvent.needsLatest(chatID: Story.chatID))
        bench.queue.post(ChatEvent.opened(chatID: "!other"))
        await bench.answered()
        #expect(timeline.chatID == "!other")
        #expect(bodies.isEmpty)
        // An answer from before the chat was left and opened again is dropped too.
        let stale = TimelineResponse.caughtUp(.empty, unread: nil, findsUnread: true)
        let opening = timeline.opening
        bench.queue.post(ChatEvent.opened(chatID: Story.chatID))
        bench.queue.post(TimelineEvent.answered(stale, opening: opening))
        await bench.answered()
        #expect(bodies.last == "line 400")
    }

    @Test func failedDiskReadKeepsWindow() async throws {
        let window = timeline.window
        bench.queue.post(TimelineEvent.answered(nil, opening: timeline.opening))
        #expect(timeline.window == window)
    }
}
