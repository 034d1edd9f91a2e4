import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests chat list rows in a window with several accounts.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct AccountRowTests {
    private func item(
        _ contact: DisplayText, of account: DisplayText, unread: DisplayText = ""
    ) -> ChatListItemViewModel {
        var item = Samples.item(contact, "see you", "Yesterday", unread: unread)
        item.account = account
        return item
    }

    @Test func rowEndsWithAccountAndUnreadCount() {
        let test = TestScreen(width: 80, height: 24)
        test.raiseChatList([item("Bo", of: "work", unread: "2"), item("Release team of us all", of: "anastasia")])
        #expect(test.lines[1].hasPrefix(" Bo           work 2"))
        // The name gets most of the width.
        #expect(test.lines[2].hasPrefix(" Release tea… anast…"))
    }

    @Test func twoLineRowShowsAccountBeforeTheTime() {
        let test = TestScreen(width: 120, height: 40)
        test.raiseChatList([item("Bo", of: "work")])
        #expect(test.text.contains("work Yesterday"))
    }

    @Test func narrowScreenShowsAccountAndUnreadCount() {
        let test = TestScreen(width: 40, height: 10)
        test.raiseChatList([item("Bo", of: "work", unread: "2")])
        test.press(Key(.escape))
        #expect(test.lines.contains { $0.hasSuffix("work 2") })
    }

    @Test func closingAnAccountRequiresY() {
        let test = TestScreen(width: 80, height: 24)
        test.press(.control("o"))
        test.type("sc")
        #expect(test.text.contains("Close this account?"))
        test.press(Key(.enter))
        #expect(!test.asked.contains("closeAccount"))
        test.answer("y")
        #expect(test.asked.last == "closeAccount")
    }
}
