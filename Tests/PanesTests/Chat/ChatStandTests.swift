import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests scroll positions in a chat. At 80×13 the screen shows eight lines of it.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatStandTests {
    private let test = TestScreen(width: 80, height: 13)

    private func show(_ range: Range<Int> = 0..<100, number: Int = 2, opening: Int? = nil, jump: ChatJump? = nil) {
        test.raiseChat(
            Samples.lines(range), number: number, opening: opening, jump: jump, goBack: test.action("back"))
        _ = test.text
    }

    private func comeBack(to stand: ScrollPosition, at row: String = "l0", number: Int = 1) -> ChatJump {
        ChatJump(number: number, row: ChatRowID(row), selects: false, stand: stand)
    }

    @Test func returningRestoresScrollPositionAndSelection() throws {
        show()
        test.press(Key(.pageUp), Key(.pageUp), Key(.up))
        let before = test.lines.prefix(10)
        let stand = try #require(test.stands.last)
        #expect(stand.selected != nil && stand.top != nil)
        // Another position, in a window that begins with another line.
        show(200..<300, number: 3)
        #expect(test.lines.prefix(10) != before)
        show(20..<100, number: 4, jump: comeBack(to: stand))
        #expect(test.lines.prefix(10) == before)
        // A user who stays at this position is not moved to the first unread message.
        test.raiseChat(Samples.lines(20..<100), number: 5, opening: 4, unreadRow: ChatRowID("l30"))
        #expect(test.lines.prefix(10) == before)
    }

    @Test func returningToTheEndFollowsNewMessages() throws {
        show()
        let before = test.lines.prefix(9)
        let stand = try #require(test.stands.last)
        #expect(stand == ScrollPosition(top: nil))
        test.raiseChat(
            Samples.lines(0..<100), number: 3, unreadRow: ChatRowID("l20"), jump: comeBack(to: stand))
        #expect(test.lines.prefix(9) == before)
        test.raiseChat(Samples.lines(0..<101), number: 3, unreadRow: ChatRowID("l20"))
        #expect(test.text.contains("line 100"))
    }

    @Test func missingTopRowFallsBackToTheJumpTarget() {
        show()
        show(0..<100, number: 3, jump: comeBack(to: ScrollPosition(top: ChatRowID("gone"), line: 3), at: "l40"))
        #expect(test.lines.dropFirst(2).first?.contains("line 40") == true)
    }

    @Test func leavingSavesScrollPositionFirst() {
        show()
        let told = test.stands.count
        test.press(Key(.pageUp))
        // No frame was drawn meanwhile.
        #expect(test.stands.count == told)
        test.press(.control("g"))
        #expect(test.stands.count == told + 1 && test.stands.last?.top != nil)
    }

    @Test func focusedChatListRowIsSavedInPosition() {
        show()
        #expect(test.stands.last?.listRow == nil)
        test.press(Key(.tab))
        _ = test.text
        #expect(test.stands.last?.listRow != nil)
    }

    @Test func escapeReturnsFromAJumpWithoutASelection() {
        show(jump: ChatJump(number: 1, row: ChatRowID("l40")))
        test.press(Key(.escape))
        #expect(test.asked.last == "back")
        test.asked = []
        show(jump: ChatJump(number: 2, row: ChatRowID("l40")))
        test.type("x")
        #expect(test.footer.contains("Esc back"))
        test.press(Key(.escape))
        #expect(test.asked.filter { $0 == "back" } == ["back"])
        // Going to the end discards the position to go back to.
        test.asked = []
        test.press(.meta(">"))
        #expect(test.asked.contains("stays"))
        test.press(Key(.escape))
        #expect(!test.asked.contains("back"))
    }
}
