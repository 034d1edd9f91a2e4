import Conversations
import Foundation
import MatrixAPI
import Storage
import Testing
import ViewModels

@testable import Engine
@testable import Messenger
@testable import Presentation

/// Tests that going back from a visited message restores the exact scroll position.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct VisitingTests {
    private let bench: Workbench
    private static let garden = "!garden"

    /// The chat Tea has more lines than a window, and all but its oldest hundred are unread.
    init() async throws {
        bench = try Workbench()
        for chatID in [Story.chatID, Self.garden] {
            var change = ChatChange(chatID: chatID, membership: .joined)
            change.timeline = ChatChange.Timeline(
                messages: (0..<900).map { Self.said($0, in: chatID) }, isLimited: false, previousBatch: nil)
            change.fullyReadEventID = .set(Self.id(100, in: chatID))
            _ = try await bench.database.sync.apply(SyncSlice(changes: [change]))
        }
        while try await bench.database.search.takeNext() != .nothing {}
        bench.queue.open()
        bench.queue.post(
            ChatEvent.loaded(
                chats: [Story.chatID, Self.garden].map { Story.chat($0) }, areAll: true, ignoredUserIDs: [],
                drafts: [], outbox: [], openChatID: Story.chatID))
        await bench.answered()
    }

    private static func id(_ number: Int, in chatID: String = Story.chatID) -> String { "$\(number)\(chatID)" }

    /// Every hundredth line replies to the one fifty before it. Line 420 belongs to a thread that began with 410.
    private static func said(_ number: Int, in chatID: String) -> Message {
        let words = number == 3 ? "the kettle boils" : number == 7 ? "the kettle whistles" : "line \(number)"
        let answers = number.isMultiple(of: 100) && number > 0
        return Message(
            eventID: id(number, in: chatID), sender: Story.bo, timestamp: Int64(number), kind: .text, body: words,
            detail: nil, isRemoved: false, replyTo: answers ? id(number - 50, in: chatID) : nil,
            threadID: number == 420 ? id(410, in: chatID) : nil, transactionID: nil, source: "{}")
    }

    private static func row(_ number: Int, in chatID: String = Story.chatID) -> ChatRowID {
        ChatRowID("m" + id(number, in: chatID))
    }

    /// Reports the scroll position that the user reached.
    private func stand(_ stand: ScrollPosition) { bench.openChat.reportScrollPosition(stand) }

    private func go(to number: Int) async {
        bench.queue.post(JumpEvent.goingTo(eventID: Self.id(number), chatID: Story.chatID))
        await bench.answered()
    }

    private var list: FuzzyListViewModel {
        SearchViewModelBuilder(
            number: 1, content: SearchContent(bench.state, today: .now), time: Story.time, queue: bench.queue
        ).build()
    }

    private func find(_ words: String, row: Int = 0) async {
        bench.queue.post(SearchEvent.opened())
        bench.queue.post(SearchEvent.typing(words))
        while bench.state.search.isAsking { await Task.yield() }
        list.rows[row].choose()
        await bench.answered()
    }

    private func leaveList() async {
        list.cancel()
        await bench.answered()
    }

    /// Expects that the screen returns to the scroll position, with all rows that were on it.
    private func expectBack(
        at stand: ScrollPosition, in chatID: String = Story.chatID, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let shown = bench.openChat
        #expect(bench.state.timeline.chatID == chatID, sourceLocation: sourceLocation)
        #expect(bench.state.navigation.picker == nil, sourceLocation: sourceLocation)
        #expect(shown.jump?.stand == stand, sourceLocation: sourceLocation)
        guard let top = stand.top else {
            #expect(shown.reachesLatest && !shown.rows.isEmpty, sourceLocation: sourceLocation)
            return
        }
        let place = shown.rows.firstIndex { $0.id == top }
        #expect(place.map { shown.rows.count - $0 > 150 } == true, sourceLocation: sourceLocation)
    }

    @Test func backFromSearchResultRestoresPosition() async {
        await go(to: 500)
        let opening = bench.state.timeline.opening
        let before = bench.state.timeline.unread
        let place = ScrollPosition(top: Self.row(497), line: 2)
        stand(place)
        await find("kettle")
        #expect(bench.openChat.jump?.row == Self.row(7))
        #expect(bench.openChat.goesBackToFound)
        bench.openChat.goBack()
        #expect(bench.state.navigation.picker == .search)
        // A second visit from the results keeps the original position to go back to.
        list.rows[1].choose()
        await bench.answered()
        #expect(bench.openChat.jump?.row == Self.row(3))
        bench.openChat.goBack()
        await leaveList()
        expectBack(at: place)
        #expect(bench.openChat.goBack.reason != nil)
        // The chat was never left, so it isn't opened again.
        #expect(bench.state.timeline.opening == opening)
        #expect(bench.state.timeline.unread == before)
    }

    @Test func backRestoresEndOfChatDespiteUnread() async {
        bench.openChat.needsLatest()
        await bench.answered()
        let place = ScrollPosition(top: nil)
        stand(place)
        await find("in:\(Self.garden) kettle")
        #expect(bench.state.timeline.chatID == Self.garden)
        bench.openChat.goBack()
        await leaveList()
        expectBack(at: place)
    }

    @Test func backToOtherChatShowsNoRowsUntilLoaded() async {
        await go(to: 500)
        let place = ScrollPosition(top: Self.row(497), line: 1, selected: Self.row(500))
        stand(place)
        await find("in:\(Self.garden) kettle")
        bench.openChat.goBack()
        list.cancel()
        // Until the disk has returned that part, no rows are shown or counted as read.
        #expect(bench.state.timeline.chatID == Story.chatID)
        while bench.state.timeline.awaited != nil {
            #expect(bench.openChat.rows.isEmpty)
            await Task.yield()
        }
        await bench.answered()
        expectBack(at: place)
    }

    @Test func backRestoresFocusOfChatList() async {
        let row = ChatListItemID.chat(Self.garden)
        stand(ScrollPosition(top: nil, listRow: row))
        await find("kettle")
        #expect(bench.state.navigation.goal == nil)
        bench.openChat.goBack()
        await leaveList()
        #expect(bench.state.navigation.goal?.row == row)
    }

    @Test func backFromQuoteGoesStepByStep() async throws {
        await go(to: 500)
        let first = ScrollPosition(top: Self.row(497), line: 0, selected: Self.row(500))
        stand(first)
        let toQuoted = try #require(bench.openChat.actions(Self.row(500))?.goToQuoted)
        toQuoted()
        await bench.answered()
        #expect(bench.openChat.jump?.row == Self.row(450))
        #expect(!bench.openChat.goesBackToFound)
        let second = ScrollPosition(top: Self.row(447), line: 0, selected: Self.row(450))
        stand(second)
        await find("kettle")
        bench.openChat.goBack()
        await leaveList()
        expectBack(at: second)
        bench.openChat.goBack()
        await bench.answered()
        expectBack(at: first)
        #expect(bench.openChat.goBack.reason != nil)
    }

    @Test func backFromQuoteInResultReturnsToResultThenList() async throws {
        await go(to: 500)
        let place = ScrollPosition(top: Self.row(497))
        stand(place)
        await find("\"line 200\"")
        let found = ScrollPosition(top: Self.row(195), line: 0, selected: Self.row(200))
        stand(found)
        let toQuoted = try #require(bench.openChat.actions(Self.row(200))?.goToQuoted)
        toQuoted()
        await bench.answered()
        #expect(!bench.openChat.goesBackToFound)
        bench.openChat.goBack()
        await bench.answered()
        expectBack(at: found)
        #expect(bench.openChat.goesBackToFound)
        bench.openChat.goBack()
        await leaveList()
        expectBack(at: place)
    }

    @Test func leavingThreadRestoresPosition() async throws {
        await go(to: 410)
        let place = ScrollPosition(top: Self.row(405), line: 1, selected: Self.row(410))
        stand(place)
        let toThread = try #require(bench.openChat.actions(Self.row(410))?.openThread)
        toThread()
        await bench.answered()
        #expect(bench.state.timeline.threadID == Self.id(410))
        bench.openChat.leaveThread?()
        await bench.answered()
        #expect(bench.state.timeline.threadID == nil)
        expectBack(at: place)
    }

    @Test func backFromMessageLinkRestoresPosition() async throws {
        await go(to: 500)
        let place = ScrollPosition(top: Self.row(497), line: 0, selected: Self.row(500))
        stand(place)
        let address = "https://matrix.to/#/\(Self.garden):x/\(Self.id(300, in: Self.garden))"
        let room = try #require(MatrixAddress(address, server: "x")?.room)
        let known = RoomAddress(name: Self.garden, servers: room.servers, eventID: Self.id(300, in: Self.garden))
        bench.queue.post(JoinEvent.asked(known, from: .chat(Story.chatID)))
        await bench.answered()
        #expect(bench.state.timeline.chatID == Self.garden)
        #expect(bench.openChat.jump?.row == Self.row(300, in: Self.garden))
        bench.openChat.goBack()
        await bench.answered()
        expectBack(at: place)
    }

    @Test func openingChatOrStayingClearsBackTarget() async {
        await find("kettle")
        #expect(bench.openChat.goBack.reason == nil)
        bench.queue.post(ChatEvent.opened(chatID: Self.garden))
        await bench.answered()
        #expect(bench.openChat.goBack.reason != nil)
        await find("kettle")
        #expect(bench.openChat.goBack.reason == nil)
        bench.openChat.stays()
        #expect(bench.openChat.goBack.reason != nil)
    }

    @Test func stalePositionIsNotUsedInNextChat() async {
        let old = bench.openChat
        bench.queue.post(ChatEvent.opened(chatID: Self.garden))
        await bench.answered()
        old.reportScrollPosition(ScrollPosition(top: Self.row(5)))
        await find("in:\(Story.chatID) kettle")
        bench.openChat.goBack()
        await leaveList()
        #expect(bench.state.timeline.chatID == Self.garden)
        #expect(bench.openChat.jump?.stand?.top != Self.row(5))
    }
}
