import Terminal
import TestSeeds
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct MessengerPaneTests {
    private let test = TestScreen(width: 80, height: 24)

    @Test func cursorIsInTheComposer() {
        #expect(test.screen.draw().cursor == Point(x: 24, y: 22))
    }

    @Test func typingRedrawsNeitherListNorMessages() {
        _ = test.screen.draw()
        let before = (test.screen.chats.chatListPicture.drawnCount, test.screen.chats.chatPicture.drawnCount)
        for letter in "a line of some words" {
            test.press(.character(letter))
            _ = test.screen.draw()
        }
        #expect((test.screen.chats.chatListPicture.drawnCount, test.screen.chats.chatPicture.drawnCount) == before)
        test.raiseChat(Samples.rows, title: "Guide and friends")
        #expect(test.text.contains("Guide and friends"))
    }

    @Test func letterAfterControlORunsAMenuAction() {
        test.press(.control("o"), .character("n"))
        #expect(test.asked.last == "newChat")
        #expect(!test.text.contains("Menu:"))
    }

    @Test func menuShowsUnavailableActionsWithReasons() {
        test.press(.control("o"))
        #expect(test.text.contains("Last visited chat – No other chat was open yet"))
        test.press(.character("p"))
        #expect(test.footer.contains("No other chat was open yet"))
        test.press(.character("x"))
        #expect(test.footer.contains("Enter send"))
    }

    @Test func anUnknownLetterKeepsTheMenuOpenAndEscapeClosesIt() {
        test.press(.control("o"), .character("j"))
        #expect(test.footer.contains("No such letter"))
        #expect(test.text.contains("Menu:"))
        test.press(Key(.escape))
        #expect(!test.text.contains("Menu:"))
        #expect(test.screen.chats.composer.context == .emptyComposer)
    }

    @Test func aDigitInTheMenuOpensTheChatAtThatPlace() {
        test.press(.control("o"), .character("3"), .meta("7"))
        #expect(test.asked.suffix(2) == ["place 3", "place 7"])
    }

    @Test func helpOpensAndClosesWithItsKey() {
        test.press(Key(.function(1)))
        #expect(test.asked.last == "helpOpened")
        #expect(test.text.contains("While you write"))
        test.press(Key(.function(1)))
        #expect(!test.text.contains("While you write"))
        test.press(.control("o"), .character("h"))
        #expect(test.text.contains("While you write"))
    }

    @Test func helpScrollsToItsEnd() {
        test.press(Key(.function(1)))
        for _ in 0..<20 {
            _ = test.text
            test.press(Key(.pageDown))
        }
        #expect(test.text.contains("Shift and the mouse"))
        let title = test.lines.first { $0.contains("Help ›") } ?? " more "
        #expect(!title.contains(" more "))
    }

    @Test func leavingAChatRequiresY() {
        test.press(.control("o"), .character("v"))
        #expect(test.footer == " Leave Guide? y leaves, Esc stays")
        test.press(Key(.escape))
        #expect(!test.asked.contains("leaveChat"))
        test.press(.control("o"), .character("v"))
        test.answer("y")
        #expect(test.asked.last == "leaveChat")
        #expect(test.footer.contains("Enter send"))
        test.press(.control("o"), .character("v"), .meta("y"))
        #expect(test.asked.filter { $0 == "leaveChat" }.count == 2)
    }

    @Test func enterConfirmsALoneYAfterAPause() {
        test.press(.control("o"), .character("v"), .character("y"))
        #expect(test.footer == " Leave Guide? y leaves, Esc stays y…")
        test.press(Key(.enter))
        // Enter in the same read as the letter is not a confirmation.
        #expect(!test.asked.contains("leaveChat"))
        #expect(test.text.contains("▏y"))
        test.press(.control("u"))
        test.clock.runAll()
        test.press(.control("o"), .character("v"), .character("y"))
        test.clock.runFirst()
        test.press(Key(.enter))
        #expect(test.asked.last == "leaveChat")
    }

    @Test func longTitleIsShortenedForTypingIndicator() {
        test.resize(width: 40, height: 20)
        test.raiseChat(Samples.rows, title: "Team of the autumn fair")
        #expect(test.lines[1].hasSuffix("Team of the autumn fair"))
        test.raiseTyping("Guide types…")
        #expect(test.lines[1].contains("Team of the aut…"))
        #expect(test.lines[1].hasSuffix(" Guide types…"))
    }

    @Test func draftIsSavedBeforeAnEditReplacesIt() {
        var actions = MessageActions()
        actions.edit = .available { [test] in test.asked.append("edit") }
        test.raiseChat(Samples.rows, actions: { _ in actions }, lastOwnRow: ChatRowID("m4"))
        test.type("half a line")
        test.press(.control("o"), .character("m"), .character("e"))
        #expect(test.asked.suffix(2) == ["edited half a line", "edit"])
    }

    @Test func typedLineDoesNotConfirmAQuestion() {
        test.press(.control("o"), .character("v"))
        test.press(.character("e"))
        #expect(test.footer == " Nothing was done: only y, by itself, means yes")
        test.type("ry")
        #expect(!test.asked.contains("leaveChat"))
        #expect(test.text.contains("▏ery"))
    }

    @Test func controlCTwiceQuitsAndKeepsTheDraft() {
        test.type("half a")
        test.press(.control("c"))
        #expect(test.footer.contains("^C again quits"))
        #expect(test.commands.isEmpty)
        test.press(.control("c"))
        #expect(test.asked.suffix(2) == ["edited half a", "quit"])
        #expect(test.commands == [.quit])
    }

    @Test func singleControlCExpiresWithNextKeyOrTimeout() {
        test.press(.control("c"), .character("x"), .control("c"))
        #expect(test.commands.isEmpty)
        test.clock.runAll()
        #expect(test.footer.contains("Enter send"))
        test.press(.control("c"))
        #expect(test.commands.isEmpty)
    }

    @Test func controlLRedrawsAndControlZSuspends() {
        test.press(.control("l"), .control("z"))
        #expect(test.commands == [.redraw, .suspend])
    }

    @Test func noticeKeyOpensItsChatAndEscapeDismissesIt() {
        test.raiseNotice("2 new: Bo, Kim")
        #expect(test.lines[1].hasPrefix(" 2 new: Bo, Kim"))
        test.press(.meta("g"), Key(.escape))
        #expect(test.asked.suffix(2) == ["goThere", "dismiss"])
    }

    @Test func focusReportsArePassedOn() {
        test.type("hi")
        test.screen.handle(.focus(false))
        #expect(test.asked.suffix(2) == ["edited hi", "focus false"])
    }

    @Test func narrowScreenSwitchesBetweenListAndChat() {
        test.resize(width: 40, height: 12)
        #expect(test.text.contains("‹ 2  Guide"))
        test.press(Key(.escape))
        #expect(test.text.contains("›Release team"))
        #expect(!test.text.contains("write a message"))
        test.openedCount += 1
        test.raiseNavigation()
        #expect(test.text.contains("write a message"))
    }

    @Test func withoutAChatTheListHasTheFocus() {
        test.detail = .nothing
        test.raiseNavigation()
        #expect(test.footer.contains("Enter open"))
        test.press(Key(.tab))
        #expect(test.footer.contains("No chat is open"))
    }

    @Test func typingIndicatorIsShownBesideTheTitle() {
        test.raiseTyping("Guide types…")
        #expect(test.lines[1].hasSuffix("Guide types…"))
    }

    @Test func changesRequestARedraw() {
        var count = 0
        test.screen.onChange = { count += 1 }
        test.raiseTyping("Guide types…")
        test.frames.deliver()
        #expect(count == 1)
        test.press(.character("a"))
        #expect(count == 2)
    }

    @Test func eventSubscriptionsDoNotRetainTheScreen() {
        var screen: MessengerScreen? = MessengerScreen(
            events: test.events, size: Size(width: 80, height: 24), after: test.clock.after)
        weak let kept = screen
        #expect(test.events.chat.subscriberCount == 2)
        screen = nil
        #expect(kept == nil)
        #expect(test.events.chat.subscriberCount == 1)
        #expect(screen == nil)
    }

    @Test func randomKeysAndResizesNeverCrash() {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let keys = BindingTable.all.flatMap { $0.keys + $0.emptyComposerKeys } + "ahvxy1 日".map { Key.character($0) }
        for _ in 0..<1500 {
            if let key = keys.randomElement(using: &random) { test.press(key) }
            if Int.random(in: 0..<20, using: &random) == 0 {
                test.resize(
                    width: Int.random(in: 0...130, using: &random), height: Int.random(in: 0...30, using: &random))
                _ = test.text
            }
        }
    }
}
