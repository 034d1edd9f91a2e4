import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite struct ChatListPaneTests {
    private let test = TestScreen(width: 80, height: 24)

    @Test func tabGoesToTheListAndEnterOpensTheSelectedChat() {
        test.press(Key(.tab), Key(.down), Key(.enter))
        #expect(test.asked.last == "open Bo")
    }

    @Test func theSelectionBeginsAtTheOpenChat() {
        test.press(Key(.tab))
        #expect(test.lines[2].hasPrefix("›Release team"))
    }

    @Test func theSelectionFollowsItsChatWhenAMessageMovesTheRows() {
        test.press(Key(.tab), Key(.down))
        let moved = Samples.items { [test] in test.asked.append("open \($0)") }
        test.raiseChatList([moved[3], moved[2], moved[0], moved[1]])
        _ = test.text
        test.press(Key(.enter))
        #expect(test.asked.last == "open Bo")
    }

    @Test func lettersInTheListDoNothing() {
        test.press(Key(.tab))
        test.type("xyzzy")
        #expect(!test.text.contains("xyzzy"))
        test.press(Key(.tab))
        #expect(test.text.contains("write a message"))
    }

    @Test func aLongListScrollsToTheSelection() {
        let items = (0..<100).map { Samples.item(DisplayText(sanitizing: "Chat \($0)"), "", "") }
        test.raiseChatList(items)
        test.press(Key(.tab), Key(.end))
        #expect(test.text.contains("›Chat 99"))
        test.press(Key(.pageUp))
        #expect(test.text.contains("›Chat 77"))
        test.press(Key(.home))
        #expect(test.text.contains("›Chat 0"))
    }

    @Test func anEmptyListSaysHowToBegin() {
        test.raiseChatList([])
        #expect(test.text.contains("No chats yet: F4"))
    }

    @Test func aLongNameLeavesTheCountInSight() {
        test.raiseChatList([Samples.item("A group with a very long name", "", "", unread: "12", isMention: true)])
        #expect(test.lines[1].hasPrefix(" A group with a… @12 │"))
    }
}
