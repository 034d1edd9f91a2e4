import Foundation
import Terminal
import TestSeeds
import Testing
import ViewModels

@testable import Panes

/// Tests that a click acts on the item under the pointer, and the wheel on the pane under it.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct MouseTests {
    @Test func aClickOnAChatOpensIt() {
        let test = TestScreen(width: 80, height: 24)
        test.click("Bo ")
        #expect(test.asked.last == "open Bo")
        test.type("hello")
        test.click("Guide", in: 0..<20)
        #expect(test.asked.suffix(2) == ["edited hello", "open Guide"])
    }

    @Test func clickTargetsTheRowAsDrawn() {
        let test = TestScreen(width: 80, height: 24)
        let place = test.place(of: "Bo ")
        let moved = Samples.items { test.asked.append("open \($0)") }
        test.raiseChatList([moved[2], moved[0], moved[1], moved[3]])
        test.frames.deliver()
        // The new state is not on the screen yet.
        test.screen.handle(.mouse(MouseReport(button: .left, isPress: true, position: place)))
        #expect(test.asked.last == "open Bo")
    }

    @Test func aClickOnAMessageSelectsItAndASecondOpensItsActions() {
        let test = TestScreen(width: 80, height: 24)
        test.raiseChat(Samples.rows, actions: { _ in MessageActions() })
        test.click("Try it: type")
        #expect(test.screen.chats.chat.selected == ChatRowID("m2"))
        #expect(test.screen.context == .selection)
        test.click("Try it: type")
        #expect(test.screen.context == .menu)
        #expect(test.text.contains("Reply"))
        test.click(at: Point(x: 40, y: 3))
        #expect(test.screen.context == .selection)
        test.click(at: Point(x: 40, y: 3))
        #expect(test.screen.context == .emptyComposer)
    }

    @Test func typingAfterClickingAMessageGoesToTheComposer() {
        let test = TestScreen(width: 80, height: 24)
        test.click("are you there?")
        test.type("yes")
        #expect(test.screen.context == .composer)
        #expect(test.text.contains("▏yes"))
    }

    @Test func aClickOnALinkAsksWhetherToOpenIt() {
        let test = TestScreen(width: 80, height: 24)
        let address = DisplayText(sanitizing: "https://example.org/")
        let text = RichText(
            blocks: [
                RichText.Block(runs: [RichText.Run("see "), RichText.Run("the plan", link: 1), RichText.Run(" first")])
            ], links: [RichLink(number: 1, address: address, isNumbered: true)])
        let message = MessageViewModel(
            time: "10:00", sender: "Bo", senderHue: 1, isOwn: false, isMention: false, kind: .text, text: text,
            status: "", statusTone: .done)
        test.raiseChat([Samples.row("l1", .message(message))]) { _ in
            var actions = MessageActions()
            actions.links = [MessageLink(host: "example.org", address: address)]
            return actions
        }
        test.click(" first")
        #expect(test.screen.context == .selection)
        test.click("the plan")
        #expect(test.screen.context == .confirmation)
        #expect(test.text.contains("https://example.org/"))
        test.answer("y")
        #expect(test.commands == [.openLink("https://example.org/")])
    }

    @Test func clicksNeverConfirmAQuestion() {
        let test = TestScreen(width: 80, height: 24)
        test.press(.control("o"))
        test.type("v")
        #expect(test.screen.context == .confirmation)
        let question = test.lines.count - 1
        for x in 0..<80 where test.screen.context == .confirmation { test.click(at: Point(x: x, y: question)) }
        #expect(test.screen.context != .confirmation)
        #expect(!test.asked.contains("leaveChat"))
        #expect(test.footer.contains("only y"))
    }

    @Test func clickPlacesTheCursorInTheComposer() {
        let test = TestScreen(width: 80, height: 24)
        test.type("helo")
        test.press(.control("j"))
        test.type("there")
        test.click("lo", after: "▏he")
        test.type("l")
        #expect(test.text.contains("▏hello"))
        test.click(at: Point(x: 70, y: test.place(of: "▏there").y))
        test.type("!")
        #expect(test.text.contains("▏there!"))
    }

    @Test func wheelScrollsALongDraft() {
        let test = TestScreen(width: 80, height: 24)
        test.type("first")
        for _ in 1...40 { test.press(.control("j")) }
        test.type("last")
        #expect(!test.text.contains("▏first"))
        let place = test.place(of: "▏last")
        for _ in 1...20 { test.wheel(.wheelUp, at: place) }
        #expect(test.text.contains("▏first"))
        #expect(!test.text.contains("▏last"))
        for _ in 1...20 { test.wheel(.wheelDown, at: place) }
        #expect(test.text.contains("▏last"))
    }

    @Test func aClickOnAKeyOfTheFooterPressesIt() {
        let test = TestScreen(width: 80, height: 24)
        test.click("help", in: 0..<80, row: 23)
        #expect(test.screen.context == .help)
        test.click("back", in: 0..<80, row: 23)
        #expect(test.screen.context == .emptyComposer)
    }

    @Test func clicksNeverAnswerInvitationsOrVerifications() {
        let test = TestScreen(width: 80, height: 24)
        guard test.show(.invitation) else { return }
        test.click("decline", in: 0..<80, row: 23)
        #expect(test.text.contains("No click answers this: press d"))
        test.press(.control("l"))
        guard test.show(.verification) else { return }
        test.click("yes", in: 0..<80, row: 23)
        #expect(test.text.contains("No click answers this: press y"))
        test.press(.control("l"))
        test.click("no", in: 0..<80, row: 23)
        #expect(test.text.contains("No click answers this: press n"))
        #expect(!test.asked.contains { ["decline", "same", "different"].contains($0) })
    }

    @Test func clickChoosesListRowsAndMenuItems() {
        let test = TestScreen(width: 80, height: 24)
        test.raisePicker(["Guide", "Release team", "Bo"])
        test.click("Release team")
        #expect(test.asked.last == "go to Release team")
        test.raisePicker(nil)
        test.frames.deliver()
        test.press(.control("o"))
        test.click("New chat")
        #expect(test.asked.last == "newChat")
        test.press(.control("o"))
        test.click("This chat …")
        #expect(test.text.contains("This chat: a letter"))
        test.click(at: Point(x: 40, y: 2))
        #expect(test.screen.context == .emptyComposer)
    }

    @Test func clickOnANoticeOpensItsChat() {
        let test = TestScreen(width: 80, height: 24)
        test.raiseNotice("Kim: lunch?")
        test.click("Kim: lunch?")
        #expect(test.asked.last == "goThere")
    }

    @Test func wheelScrollsTheChatAndKeepsTheDraft() {
        let test = TestScreen(width: 80, height: 24)
        test.raiseChat(Samples.lines(0..<100))
        test.type("half a line")
        #expect(test.text.contains("line 99"))
        test.wheel(.wheelUp, at: Point(x: 50, y: 10))
        #expect(!test.text.contains("line 97"))
        #expect(test.text.contains("line 96"))
        #expect(test.text.contains("▏half a line"))
        test.wheel(.wheelDown, at: Point(x: 50, y: 10))
        #expect(test.text.contains("line 99"))
    }

    @Test func wheelOverTheListScrollsOnlyTheList() {
        let test = TestScreen(width: 80, height: 10)
        let items = (0..<30).map { Samples.item(DisplayText(sanitizing: "chat \($0)"), "", "", isOpen: $0 == 0) }
        test.raiseChatList(items)
        #expect(test.text.contains("chat 0 "))
        test.wheel(.wheelDown, at: Point(x: 3, y: 4))
        #expect(!test.text.contains("chat 2 "))
        #expect(test.text.contains("chat 3 "))
        #expect(test.text.contains("are you there?"))
        // An incoming message doesn't scroll the list back.
        test.raiseChatList(items)
        #expect(!test.text.contains("chat 2 "))
        test.press(Key(.tab), Key(.down))
        #expect(test.text.contains("chat 1 "))
    }

    @Test func clickInAFormFocusesTheFieldAtThatPosition() {
        let test = TestScreen(width: 80, height: 24)
        guard test.show(.editContact) else { return }
        test.click("Bo", after: "› ")
        test.type("a ")
        #expect(test.asked.last == "changed @bo:example.org a Bo ")
        test.click("example.org")
        test.type("x.")
        #expect(test.asked.last == "changed @bo:x.example.org a Bo ")
        // A click on the label beside a field focuses the field.
        test.click("Note")
        test.type("seeds")
        #expect(test.asked.last == "changed @bo:x.example.org a Bo seeds")
    }

    @Test func clickInLoginKeepsPasswordInItsField() {
        let test = TestScreen(width: 80, height: 24)
        guard test.show(.login) else { return }
        test.click("Password")
        test.type("beans")
        #expect(test.text.contains("•••••"))
        #expect(!test.text.contains("beans"))
        test.click("Matrix ID")
        test.type("ana")
        #expect(test.text.contains("› ana"))
        test.click("•••", after: "••")
        test.type("x")
        test.press(Key(.enter))
        #expect(test.asked.last == "logIn example.org ana bexans")
    }

    @Test func clickInNewChatFormFocusesTheField() {
        let test = TestScreen(width: 80, height: 24)
        guard test.show(.createChat) else { return }
        test.click("Name, if it is")
        test.type("tea")
        #expect(test.asked.last == "named tea")
        test.click("With whom?")
        test.type("b")
        #expect(test.asked.last == "changed b")
    }

    @Test(arguments: PaneContext.allCases) func randomMouseReportsTriggerNoHarmfulAction(place: PaneContext) {
        let seed = Seeds.ofThisRun()
        var random = SeededGenerator(seed: seed)
        let test = TestScreen(width: 80, height: 24)
        guard test.show(place) else { return }
        let harmful = ["leaveChat", "decline", "take", "same", "different"]
        for _ in 0..<200 {
            let buttons: [MouseReport.Button] = [.left, .middle, .right, .wheelUp, .wheelDown]
            let far = Bool.random(using: &random) ? 100_000_000 : 90
            let report = MouseReport(
                button: buttons.randomElement(using: &random) ?? .left, isPress: Bool.random(using: &random),
                position: Point(x: .random(in: 0..<far, using: &random), y: .random(in: 0..<30, using: &random)))
            test.screen.handle(.mouse(report))
            test.frames.deliver()
            _ = test.text
        }
        #expect(test.asked.allSatisfy { !harmful.contains($0) }, "seed \(seed)")
    }
}

extension TestScreen {
    func click(at point: Point) {
        _ = text
        screen.handle(.mouse(MouseReport(button: .left, isPress: true, position: point)))
        screen.handle(.mouse(MouseReport(button: .left, isPress: false, position: point)))
        frames.deliver()
    }

    func wheel(_ button: MouseReport.Button, at point: Point) {
        _ = text
        screen.handle(.mouse(MouseReport(button: button, isPress: true, position: point)))
        frames.deliver()
    }

    /// Clicks on a text.
    ///
    /// - Parameters:
    ///   - start: The text directly before it.
    ///   - columns: The columns in which the text begins.
    func click(_ words: String, after start: String = "", in columns: Range<Int> = 0..<1_000, row: Int? = nil) {
        click(at: place(of: words, after: start, in: columns, row: row))
    }

    func place(
        of words: String, after start: String = "", in columns: Range<Int> = 0..<1_000, row: Int? = nil
    ) -> Point {
        for (y, line) in lines.enumerated() where row == nil || row == y {
            guard let range = line.range(of: start + words) else { continue }
            let x = TextWidth.columns(String(line[..<range.lowerBound]))
            if columns.contains(x) { return Point(x: x + TextWidth.columns(start), y: y) }
        }
        Issue.record("\(words) stands nowhere in\n\(text)")
        return Point(x: 0, y: 0)
    }
}
