import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests commands by name, the menu's groups, custom keys and the list of chats to go to.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct CommandsTests {
    private let test = TestScreen(width: 80, height: 24)

    @Test func aCommandIsFoundByTypingAndRun() {
        test.press(Key(.function(2)))
        #expect(test.text.contains("Commands"))
        test.type("newc")
        #expect(test.lines[3].hasPrefix("› New chat"))
        #expect(test.lines[3].hasSuffix("F4"))
        test.press(Key(.enter))
        #expect(test.asked.suffix(2) == ["ran new-chat", "newChat"])
        #expect(!test.text.contains("Commands"))
    }

    @Test func paneCommandRunsInThePaneThatOpenedTheList() {
        test.type("hello")
        test.press(.control("o"), .character("x"))
        test.type("send")
        test.press(Key(.enter))
        #expect(test.asked.contains("send hello"))
    }

    @Test func unavailableCommandIsListedWithItsReason() {
        test.press(Key(.function(2)))
        test.type("last visited")
        #expect(test.lines[3].contains("Last visited chat – No other chat was open yet"))
        test.press(Key(.enter))
        #expect(test.footer.contains("No other chat was open yet"))
        #expect(!test.asked.contains("ran last-visited"))
        test.press(.control("u"))
        test.type("decline")
        #expect(test.lines[3].contains("Decline the invitation – only at an invitation"))
    }

    @Test func recentCommandsAreListedFirst() {
        test.recentCommands = ["quit", "new-chat"]
        test.raiseNavigation()
        _ = test.text
        test.press(Key(.function(2)))
        #expect(test.lines[3].hasPrefix("› Quit"))
        #expect(test.lines[4].hasPrefix("  New chat"))
        test.press(Key(.escape))
        #expect(test.footer.contains("Enter send"))
    }

    @Test func toggleCommandsAreTitledByChatState() {
        var muted = Samples.item("Tea", "", "")
        muted.actions.states = [.muted, .pinned]
        test.raiseChatList([muted])
        test.press(Key(.tab), .control("o"), .character("o"))
        #expect(test.text.contains("End mute"))
        #expect(test.text.contains("Unpin"))
        #expect(test.text.contains("Archive"))
        test.press(Key(.escape), Key(.escape), Key(.function(2)))
        test.type("unpin")
        #expect(test.lines[3].hasPrefix("› Unpin"))
    }

    @Test func everyActionExceptMovementIsACommand() {
        test.resize(width: 80, height: 200)
        test.press(Key(.function(2)))
        for binding in BindingTable.all where ![.textFields, .reading].contains(binding.group) {
            if CommandList.movements.contains(binding.id) { continue }
            let title = test.screen.title(of: binding.id) ?? binding.title
            #expect(test.text.contains("  \(title)") || test.text.contains("› \(title)"))
        }
    }

    @Test func helpOpensOverCommandsAndEscapeReturns() {
        test.press(Key(.function(2)), Key(.function(1)))
        #expect(test.text.contains("In a list to choose from"))
        test.press(Key(.escape))
        #expect(test.text.contains("Commands"))
        test.press(Key(.escape))
        #expect(test.footer.contains("Enter send"))
    }

    @Test func helpIsSearchedByTitleKeyAndName() {
        test.press(Key(.function(1)))
        for query in ["unread", "f7", "catch-up"] {
            test.press(.control("u"))
            test.type(query)
            #expect(test.text.contains("F7, M-a, ^O a"))
            #expect(!test.text.contains("Redraw"))
        }
        test.press(.control("u"))
        test.type("xyzzy")
        #expect(test.text.contains("No key does that"))
    }

    @Test func chatPickerReceivesKeysUntilAChatIsChosen() {
        test.press(.control("g"))
        #expect(test.asked.last == "goToChat")
        test.raisePicker(["Guide", "Bo", "Kim"])
        _ = test.text
        test.type("bo")
        #expect(test.text.contains("1 of 3"))
        #expect(test.footer == " Enter choose  Esc back")
        test.press(Key(.enter))
        #expect(test.asked.last == "go to Bo")
        test.raisePicker(nil)
        #expect(test.footer.contains("Enter send"))
        #expect(!test.asked.contains("edited bo"))
    }

    @Test func customKeysApplyInFooterHelpAndPanes() {
        test.screen.keyMap = KeyMap.with(overrides: ["go-to-chat": ["F12"], "send": ["^V"], "open": ["^E"]]).keyMap
        #expect(test.footer.hasPrefix(" ^V send  ^O menu  F12 go to"))
        test.press(.control("g"))
        #expect(!test.asked.contains("goToChat"))
        test.press(Key(.function(12)))
        #expect(test.asked.last == "goToChat")
        test.type("hi")
        test.press(Key(.enter))
        #expect(!test.asked.contains("send hi"))
        test.press(.control("v"))
        #expect(test.asked.contains("send hi"))
        test.press(Key(.tab), .control("e"))
        #expect(test.asked.last == "open Release team")
        test.press(Key(.function(1)))
        test.type("go to chat by")
        #expect(test.text.contains("F12, ^O f"))
    }

    @Test func messagesShowCustomKeys() {
        for action in HintedAction.allCases { #expect(ActionID(name: action.rawValue) != nil) }
        test.screen.keyMap = KeyMap.with(overrides: ["new-chat": ["F11"], "log-in": ["F12"]]).keyMap
        test.raiseChatList([])
        #expect(test.text.contains("No chats yet: F11"))
        test.raiseConnection(status: "logged out: " + .key(.logIn) + " logs in again")
        #expect(test.text.contains("logged out: F12 logs in again"))
        test.screen.showMessage("You are not in it; " + .key(.forgetChat) + " forgets it")
        #expect(test.footer == " You are not in it; ^O o f forgets it")
    }

    @Test func noticeShowsTheCustomKey() {
        test.screen.keyMap = KeyMap.with(overrides: ["go-to-notice": ["F10"]]).keyMap
        test.raiseNotice("2 new: Bo, Kim")
        #expect(test.text.contains("F10 goes there"))
    }

    @Test func menuGroupOpensWithItsLetterAndEscapeReturns() {
        var chosen: [String] = []
        let menu = MenuPane(entries: [
            MenuEntry(letters: ["n"], title: "New chat", reason: nil),
            MenuEntry(letters: ["mr"], title: "Reply", reason: nil),
            MenuEntry(letters: ["md"], title: "Delete", reason: "it is not yours"),
        ]) { chosen.append($0) }
        func text() -> String {
            let canvas = Canvas(size: Size(width: 40, height: 6))
            menu.draw(on: canvas, isFocused: true)
            return canvas.frame.text
        }
        #expect(text().contains("  m  Message …"))
        #expect(!text().contains("Reply"))
        #expect(!menu.type("r"))
        #expect(menu.type("m"))
        #expect(text().contains(" Message: a letter "))
        #expect(text().contains("  d  Delete – it is not yours"))
        #expect(menu.back())
        #expect(!menu.back())
        _ = menu.type("m")
        _ = menu.type("r")
        #expect(chosen == ["mr"])
    }
}
