import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests the open chat. At 80×13 the screen shows eight lines of it.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatPaneTests {
    private let test = TestScreen(width: 80, height: 13)

    /// The messages on screen, as in `line 7`.
    private var shown: [String] {
        test.lines.compactMap { line in
            guard let range = line.firstRange(of: /line -?\d+/) else { return nil }
            return String(line[range])
        }
    }

    private func show(_ range: Range<Int>, number: Int = 2, opening: Int? = nil, reachesLatest: Bool = true) {
        test.raiseChat(Samples.lines(range), number: number, opening: opening, reachesLatest: reachesLatest)
        _ = test.text
    }

    @Test func aChatOpensAtItsEnd() {
        show(0..<100)
        #expect(shown.last == "line 99")
        #expect(shown.count == 8)
    }

    @Test func viewAtTheEndFollowsNewMessages() {
        show(0..<100)
        show(0..<101)
        #expect(shown.last == "line 100")
    }

    @Test func pageUpOverlapsByOneLine() {
        show(0..<100)
        test.press(Key(.pageUp))
        #expect(shown == (85..<93).map { "line \($0)" })
        test.press(Key(.pageDown))
        #expect(shown.last == "line 99")
    }

    @Test func scrolledUpViewStaysAndCountsNewMessages() {
        show(0..<100)
        test.press(Key(.pageUp))
        let before = shown
        show(0..<103)
        #expect(shown == before)
        #expect(test.text.contains("↓ 3 new"))
        test.press(Key(.end))
        #expect(shown.last == "line 102")
        #expect(!test.text.contains("↓"))
    }

    @Test func loadingOlderRowsKeepsScrollPosition() {
        show(0..<100)
        test.press(Key(.pageUp))
        let before = shown
        show(-50..<100)
        #expect(shown == before)
    }

    /// The day's divider stands before the first message of the day, which is another message by then.
    @Test func loadingOlderRowsUnderTopDayDividerKeepsPosition() {
        let day = Samples.row("day", .day("Saturday 21 November"))
        test.raiseChat([day] + Samples.lines(0..<30), number: 2)
        _ = test.text
        test.press(Key(.pageUp), Key(.pageUp), Key(.pageUp), Key(.pageUp), Key(.pageUp))
        #expect(test.text.contains("Saturday"))
        #expect(shown.first == "line 0")
        let last = shown.last
        test.asked = []
        test.raiseChat([day] + Samples.lines(-50..<30), number: 2)
        #expect(shown.first == "line -1")
        #expect(shown.last == last)
        #expect(!test.text.contains("Saturday"))
        #expect(!test.asked.contains("older"))
        test.press(Key(.pageDown))
        test.press(Key(.pageUp))
        #expect(shown.first == "line -1")
    }

    @Test func scrollPositionSurvivesResize() {
        show(0..<100)
        test.press(Key(.pageUp))
        let top = shown.first
        test.resize(width: 120, height: 20)
        #expect(shown.first == top)
    }

    @Test func removedTopRowYieldsToThePreviousRow() {
        show(0..<100)
        test.press(Key(.pageUp))
        test.raiseChat(Samples.lines(0..<85) + Samples.lines(86..<100), number: 2)
        #expect(shown.first == "line 84")
    }

    @Test func olderRowsAreRequestedOnceOneScreenAhead() {
        show(0..<30)
        test.asked = []
        test.press(Key(.pageUp))
        _ = test.text
        #expect(!test.asked.contains("older"))
        test.press(Key(.pageUp))
        _ = test.text
        #expect(test.asked.count { $0 == "older" } == 1)
        _ = test.text
        _ = test.text
        #expect(test.asked.count { $0 == "older" } == 1)
    }

    @Test func scrollingFurtherRetriesAnEmptyOlderPage() {
        show(0..<10)
        test.asked = []
        test.press(Key(.pageUp), Key(.pageUp), Key(.pageUp))
        _ = test.text
        // The request is pending.
        #expect(!test.asked.contains("older"))
        show(0..<10)
        test.press(Key(.pageUp), Key(.pageUp))
        _ = test.text
        #expect(test.asked.count { $0 == "older" } == 1)
    }

    @Test func loadingNewerRowsKeepsScrollPosition() {
        show(0..<60, reachesLatest: false)
        #expect(test.asked.contains("newer"))
        test.press(Key(.pageUp), Key(.pageDown))
        let before = shown
        show(0..<120, reachesLatest: false)
        #expect(shown == before)
    }

    @Test func endRequestsTheLatestWindowAndScrollsToIt() {
        show(0..<60, reachesLatest: false)
        test.asked = []
        test.press(Key(.end))
        #expect(test.asked == ["latest", "went to latest"])
        show(200..<260)
        #expect(shown.last == "line 259")
    }

    @Test func lastVisibleRowIsReportedOnce() {
        show(0..<30)
        #expect(test.asked.filter { $0.hasPrefix("shown l") } == ["shown l29"])
        _ = test.text
        test.press(Key(.pageUp))
        _ = test.text
        #expect(test.asked.filter { $0.hasPrefix("shown l") } == ["shown l29", "shown l22"])
    }

    @Test func rowsAboveAPendingOwnMessageAreReportedAsSeen() {
        let own = Samples.message("l50", "10:00", "ana", "on its way", isOwn: true, status: "sending…")
        test.raiseChat(Samples.lines(0..<3) + [own], number: 2)
        _ = test.text
        test.raiseChat(Samples.lines(0..<4) + [own], number: 2)
        _ = test.text
        #expect(test.asked.filter { $0.hasPrefix("shown l") } == ["shown l2", "shown l3"])
    }

    @Test func partiallyVisibleRowIsNotReportedAsSeen() {
        let long = DisplayText(sanitizing: String(repeating: "word ", count: 60))
        let rows = Samples.lines(0..<30) + [Samples.message("l31", "10:00", "Bo", long)] + Samples.lines(32..<40)
        test.raiseChat(rows, number: 3)
        _ = test.text
        test.press(Key(.pageUp), Key(.pageUp))
        _ = test.text
        let cut = test.asked.last { $0.hasPrefix("shown") }
        #expect(cut != "shown l31")
    }

    @Test func chatOpensAtTheUnreadMarker() {
        let rows = Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<100)
        test.raiseChat(rows, number: 2)
        #expect(test.lines[4].contains(" new ─"))
        #expect(shown.first == "line 48")
        #expect(test.text.contains("↓ 45 new"))
    }

    /// A line that is sent before the first frame of its chat must be visible nevertheless.
    @Test func endBeforeFirstFrameStaysAtTheEnd() {
        let rows = Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<100)
        test.raiseChat(rows, number: 2)
        test.frames.deliver()
        test.press(Key(.end))
        test.raiseChat(rows + Samples.lines(100..<101), number: 2)
        #expect(shown.last == "line 100")
    }

    @Test func endBeforeHistoryLoadsLeadsToTheEnd() {
        let rows = Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<100)
        test.raiseChat([], number: 2, reachesLatest: false)
        test.frames.deliver()
        test.press(Key(.end))
        #expect(test.asked.contains("latest"))
        // The window around the first unread message doesn't reach the end yet.
        test.raiseChat(rows, number: 2, reachesLatest: false)
        _ = test.text
        test.raiseChat(rows + Samples.lines(100..<200), number: 2)
        #expect(shown.last == "line 199")
    }

    @Test func homeBeforeHistoryLoadsLeadsToTheFirstMessage() {
        test.raiseChat([], number: 2, reachesLatest: false, reachesFirst: false)
        test.frames.deliver()
        test.press(Key(.home))
        #expect(test.asked.contains("first"))
        test.raiseChat(Samples.lines(50..<100), number: 2, reachesFirst: false)
        _ = test.text
        show(0..<60, reachesLatest: false)
        #expect(shown.first == "line 0")
    }

    /// Messages that arrived while the program was not running reset the chat's position. The user may press a key
    /// before that.
    @Test func resetTimelineKeepsTheViewAtTheEnd() {
        let rows = Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<100)
        test.raiseChat(rows, number: 2, opening: 1)
        #expect(shown.first == "line 48")
        test.press(Key(.end))
        test.raiseChat(rows + Samples.lines(100..<110), number: 3, opening: 1)
        #expect(shown.last == "line 109")
        test.asked = []
        test.raiseChat(rows, number: 4, opening: 1, reachesLatest: false)
        test.frames.deliver()
        #expect(test.asked == ["latest"])
        show(200..<260, number: 4, opening: 1)
        #expect(shown.last == "line 259")
    }

    @Test func resetTimelineRequestsTheFirstMessageAgain() {
        test.raiseChat(Samples.lines(50..<100), number: 2, opening: 1, reachesFirst: false)
        _ = test.text
        test.press(Key(.home))
        test.asked = []
        test.raiseChat(Samples.lines(60..<110), number: 3, opening: 1, reachesFirst: false)
        test.frames.deliver()
        #expect(test.asked == ["first"])
        show(0..<60, number: 3, opening: 1, reachesLatest: false)
        #expect(shown.first == "line 0")
    }

    @Test func resetTimelineWithoutScrollingOpensAtUnreadMarker() {
        show(0..<50, number: 2, opening: 1)
        let rows = Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<100)
        test.raiseChat(rows, number: 3, opening: 1)
        #expect(shown.first == "line 48")
    }

    @Test func scrollingCancelsTheJumpToFirstUnread() {
        let rows = Samples.lines(0..<100)
        test.raiseChat(rows, number: 2, goToUnread: test.action("unread"))
        _ = test.text
        test.press(.meta("l"))
        // The first unread message is being fetched from the server.
        test.raiseChat(rows, number: 2, goToUnread: test.action("unread"), isBusy: true)
        _ = test.text
        test.press(Key(.pageUp))
        #expect(test.asked.last { ["unread", "stop"].contains($0) } == "stop")
    }

    @Test func chatOpensAtTheEndWhenAllUnreadFits() {
        let rows = Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<53)
        test.raiseChat(rows, number: 2)
        #expect(shown.last == "line 52")
    }

    @Test func fullyUnreadChatOpensAtItsFirstMessage() {
        let rows = Samples.lines(0..<100)
        test.raiseChat(rows, number: 2, unreadRow: rows[0].id)
        #expect(shown.first == "line 0")
        // Messages that were seen need no hint to go back to them.
        test.press(.character("a"), Key(.end, .control))
        #expect(!test.text.contains("unread  M-l"))
    }

    @Test func unreadHintAppearsWhenAllUnreadIsAbove() {
        let rows = Samples.lines(0..<100)
        show(0..<10)
        test.raiseChat(rows, number: 2, unreadRow: rows[50].id)
        #expect(test.text.contains("unread  M-l"))
    }

    @Test func newCountDecreasesWhileScrollingDown() {
        let rows = Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<110)
        test.raiseChat(rows, number: 2)
        #expect(test.text.contains("↓ 55 new"))
        test.press(Key(.pageDown), Key(.pageDown))
        _ = test.text
        let last = shown.last.flatMap { Int($0.dropFirst(5)) } ?? 0
        #expect(last > 60)
        #expect(test.text.contains("↓ \(109 - last) new"))
        test.press(Key(.pageUp))
        #expect(test.text.contains("↓ \(109 - last) new"))
    }

    @Test func unreadHintStaysUntilUnreadMarkerWasVisible() {
        show(0..<50)
        test.raiseChat(
            Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<95), number: 2)
        #expect(shown.last == "line 94")
        #expect(test.text.contains("↑ 37 unread  M-l"))
        for _ in 0..<6 { test.press(Key(.pageUp)) }
        #expect(test.text.contains(" new ─"))
        #expect(!test.text.contains("unread  M-l"))
        test.press(Key(.end))
        #expect(!test.text.contains("unread  M-l"))
    }

    @Test func markerScrolledPastWithoutInputCountsAsUnseen() {
        func rows(_ end: Int) -> [ChatRowViewModel] {
            Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<end)
        }
        show(0..<50)
        for end in 51...80 {
            test.raiseChat(rows(end), number: 2)
            _ = test.text
        }
        #expect(test.text.contains("↑ 22 unread  M-l"))
        // A key shows that the user is present, and sees new messages from now on.
        test.press(.character("a"))
        test.raiseChat(rows(90), number: 2)
        #expect(test.text.contains("↑ 22 unread  M-l"))
    }

    @Test func seenUnreadMarkerHasNoHint() {
        show(0..<50)
        test.raiseChat(
            Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<52), number: 2)
        _ = test.text
        test.press(.character("a"))
        test.raiseChat(
            Samples.lines(0..<50) + [Samples.row("new", .newLine)] + Samples.lines(50..<80), number: 2)
        #expect(!test.text.contains("unread  M-l"))
    }

    @Test func twelveHourTimesGetAWiderColumn() {
        show(0..<10)
        let before = test.text
        test.raiseChat([Samples.message("l0", "10:00 PM", "Bo", "line 0")], number: 2, usesTwelveHours: true)
        #expect(test.text.contains("10:00 PM Bo  line 0"))
        show(0..<10)
        #expect(test.text == before)
    }

    @Test func switchingChatsResetsScrollPosition() {
        show(0..<100)
        test.press(Key(.pageUp))
        show(200..<300, number: 3)
        #expect(shown.last == "line 299")
    }

    @Test func onlyChangedRowsAreLaidOutAgain() {
        show(0..<100)
        let before = test.screen.chats.chat.layoutCount
        _ = test.text
        #expect(test.screen.chats.chat.layoutCount == before)
        var rows = Samples.lines(0..<100)
        rows[99] = Samples.message("l99", "10:00", "Bo", "line 99, edited", revision: 2)
        test.raiseChat(rows, number: 2)
        #expect(test.text.contains("line 99, edited"))
        #expect(test.screen.chats.chat.layoutCount == before + 1)
    }

    @Test func longChatLaysOutOnlyRowsNearTheScreen() {
        show(-400..<400)
        #expect(test.screen.chats.chat.layoutCount < 40)
    }

    @Test func sendingWhileScrolledUpScrollsToTheEnd() {
        show(0..<100)
        test.press(Key(.pageUp))
        test.type("hi")
        test.press(Key(.enter))
        #expect(test.asked.contains("send hi"))
        #expect(shown.last == "line 99")
    }
}
