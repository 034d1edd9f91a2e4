import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests the selection in a chat. At 80×13 the screen shows eight lines of it.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatSelectionTests {
    private let test = TestScreen(width: 80, height: 13)

    private var selected: String? {
        guard let line = test.lines.first(where: { $0.contains("│▌") }) else { return nil }
        return line.firstRange(of: /line -?\d+/).map { String(line[$0]) }
    }

    private func show(
        _ range: Range<Int>, reachesLatest: Bool = true, reachesFirst: Bool = true, asksWhy: Bool = true
    ) {
        test.raiseChat(
            Samples.lines(range), number: 2, reachesLatest: reachesLatest, reachesFirst: reachesFirst,
            actions: { [test] id in
                let name = Samples.name(of: id, in: [])
                var actions = MessageActions()
                actions.reply = .available { test.asked.append("reply \(name)") }
                actions.edit = .unavailable("Only who wrote it can edit it")
                actions.delete = .available { test.asked.append("delete \(name) \($0)") }
                actions.shouldAskWhyItIsDeleted = asksWhy
                actions.react = .available { test.asked.append("react \(name) \($0)") }
                actions.signs = {
                    [("👍 thumbsup", ""), ("🎉 tada", "yours: Enter takes it back")].map { title, trailing in
                        FuzzyListRowViewModel(
                            id: FuzzyListRowID(title), title: DisplayText(sanitizing: title),
                            trailing: DisplayText(sanitizing: trailing),
                            choose: .available { test.asked.append("react \(name) \(title)") })
                    }
                }
                actions.remark = "Not encrypted: its server could read it."
                actions.resendQuestion = "Is it still Bo? y takes them"
                actions.resend = .available { test.asked.append("resend \(name)") }
                actions.copyText = DisplayText(sanitizing: name)
                actions.links = [
                    MessageLink(host: "example.org", address: "https://example.org/a"),
                    MessageLink(host: "xn--bcher-kva.example", address: "https://xn--bcher-kva.example/"),
                    MessageLink(host: "matrix.to", address: "https://matrix.to/#/%23garden:x", chat: "#garden:x"),
                ]
                actions.followLink = .available { test.asked.append("follow \($0)") }
                return actions
            })
        _ = test.text
    }

    @Test func upInAnEmptyComposerSelectsTheLastMessage() {
        show(0..<100)
        test.press(Key(.up))
        #expect(selected == "line 99")
        #expect(test.footer.contains("M-r reply"))
        test.press(Key(.up), Key(.up))
        #expect(selected == "line 97")
        test.press(Key(.down))
        #expect(selected == "line 98")
    }

    @Test func upInANonEmptyComposerDoesNotSelect() {
        show(0..<100)
        test.type("hi")
        test.press(Key(.up))
        #expect(selected == nil)
    }

    @Test func theViewFollowsTheSelectionToBothEnds() {
        show(0..<100)
        for _ in 0..<20 { test.press(Key(.up)) }
        #expect(selected == "line 80")
        test.press(Key(.pageUp))
        #expect(selected == "line 73")
        test.press(Key(.home))
        #expect(selected == "line 0")
        test.press(Key(.end))
        #expect(selected == "line 99")
    }

    @Test func homeRequestsTheFirstMessageAndMovingCancelsIt() {
        show(50..<100, reachesFirst: false)
        test.press(Key(.up), Key(.home))
        #expect(test.asked.last { ["first", "stop"].contains($0) } == "first")
        show(0..<60, reachesLatest: false)
        #expect(selected == "line 0")
        show(0..<60, reachesLatest: false, reachesFirst: false)
        test.press(Key(.home), Key(.down))
        #expect(test.asked.last { ["first", "stop"].contains($0) } == "stop")
    }

    @Test func olderRowsAreRequestedAsSelectionMovesUp() {
        show(0..<10)
        // This is the response to the request that was made when the chat opened.
        show(0..<10)
        test.asked = []
        for _ in 0..<12 { test.press(Key(.up)) }
        #expect(selected == "line 0")
        #expect(test.asked.contains("older"))
        show(-50..<10)
        test.press(Key(.up))
        #expect(selected == "line -1")
    }

    @Test func escapeClearsSelectionAndLettersGoToComposer() {
        show(0..<100)
        test.press(Key(.up), Key(.escape))
        #expect(selected == nil)
        test.press(Key(.up))
        test.type("don't merge yet")
        #expect(selected == nil)
        #expect(test.text.contains("▏don't merge yet"))
    }

    @Test func messageMenuLetterRunsActionOrShowsReason() {
        show(0..<100)
        test.press(Key(.up), Key(.enter))
        #expect(test.text.contains(" Message: a letter"))
        #expect(test.text.contains("  r  Reply"))
        test.press(.character("e"))
        #expect(test.footer.contains("Only who wrote it can edit it"))
        #expect(selected == "line 99")
        test.press(Key(.enter), Key(.escape))
        #expect(!test.text.contains("a letter"))
        test.press(Key(.enter), .character("r"))
        #expect(test.asked.last == "reply l99")
        #expect(selected == nil)
    }

    @Test func metaKeyRunsMessageActionImmediately() {
        show(0..<100)
        test.press(Key(.up), .meta("r"))
        #expect(test.asked.last == "reply l99")
        #expect(selected == nil)
    }

    @Test func menuListsUnavailableActionsWithReasons() {
        show(0..<100)
        test.resize(width: 80, height: 30)
        test.press(Key(.up), .control("o"), .character("m"))
        #expect(test.text.contains("Edit – Only who wrote it can edit it"))
    }

    @Test func securityWarningIsShownAboveMessageActions() {
        show(0..<100)
        test.resize(width: 80, height: 30)
        test.press(Key(.up), Key(.enter))
        #expect(test.text.contains("Not encrypted: its server could read it."))
        test.press(Key(.escape), .control("o"))
        #expect(!test.text.contains("Not encrypted"))
    }

    @Test func resendConfirmsChangedIdentityFirst() {
        show(0..<100)
        test.press(Key(.up), Key(.enter), .character("s"))
        #expect(test.text.contains("Is it still Bo?"))
        test.press(Key(.enter))
        #expect(!test.asked.contains { $0.hasPrefix("resend") })
        test.answer("y")
        #expect(test.asked.last == "resend l99")
    }

    @Test func deletingPromptsForReasonAndConfirmation() {
        show(0..<100)
        test.press(Key(.up), .meta("d"))
        #expect(test.text.contains("Delete this message?"))
        test.press(Key(.escape))
        test.press(.meta("d"))
        test.type("spam")
        test.press(Key(.enter))
        #expect(test.footer.contains("y deletes, Esc keeps it"))
        #expect(!test.asked.contains { $0.hasPrefix("delete") })
        test.answer("y")
        #expect(test.asked.last == "delete l99 spam")
    }

    @Test func deletingSkipsReasonThatWouldBeSentUnencrypted() {
        show(0..<100, asksWhy: false)
        test.press(Key(.up), .meta("d"))
        #expect(test.text.contains("A reason would go in clear"))
        test.press(Key(.enter))
        #expect(!test.asked.contains { $0.hasPrefix("delete") })
        test.answer("y")
        #expect(test.asked.last == "delete l99 ")
    }

    @Test(arguments: [(80, 24), (40, 10), (20, 5)])
    func reactionPickerMatchesNamesAndAcceptsText(width: Int, height: Int) {
        show(0..<100)
        test.press(Key(.up))
        test.resize(width: width, height: height)
        test.press(Key(.enter), .character("+"))
        #expect(test.text.contains("thumbsup"))
        if width > 40 { #expect(test.text.contains("yours: Enter takes it back")) }
        test.type("tad")
        test.press(Key(.enter))
        #expect(test.asked.last == "react l99 🎉 tada")
        #expect(!test.text.contains("tada"))
        test.press(Key(.enter), .character("+"))
        test.type("yes!")
        #expect(test.text.contains("with “yes!”"))
        test.press(Key(.enter))
        #expect(test.asked.last == "react l99 yes!")
    }

    @Test func escapeLeavesReactionPickerForTheMessage() {
        show(0..<100)
        test.press(Key(.up), Key(.enter), .character("+"))
        test.type("no")
        test.press(Key(.escape))
        #expect(selected == "line 99")
        #expect(!test.asked.contains { $0.hasPrefix("react") })
        test.press(Key(.enter), .character("+"))
        test.type(String(repeating: "long ", count: 20))
        test.press(Key(.enter))
        #expect(test.footer.contains("That is a sentence"))
        #expect(!test.asked.contains { $0.hasPrefix("react") })
    }

    @Test func copyIsSentToTheTerminal() {
        show(0..<100)
        test.press(Key(.up), .meta("w"))
        #expect(test.commands == [.copy("l99")])
        #expect(test.footer.contains("Copied"))
    }

    @Test func linkOpensByNumberAfterHostIsConfirmed() {
        show(0..<100)
        test.press(Key(.up), .meta("o"))
        #expect(test.text.contains("1 example.org  2 xn--bcher-kva.example"))
        test.press(.character("2"), Key(.enter))
        #expect(test.footer.contains("Open xn--bcher-kva.example?"))
        #expect(test.commands.isEmpty)
        test.answer("y")
        #expect(test.commands == [.openLink("https://xn--bcher-kva.example/")])
    }

    @Test func matrixLinkOpensTheChatInsteadOfABrowser() {
        show(0..<100)
        test.press(Key(.up), .meta("o"))
        test.press(.character("3"), Key(.enter))
        #expect(test.footer.contains("Go to #garden:x"))
        test.answer("y")
        #expect(test.asked.suffix(1) == ["follow https://matrix.to/#/%23garden:x"])
        #expect(test.commands.isEmpty)
    }

    @Test func removedSelectedRowYieldsToThePreviousRow() {
        show(0..<100)
        test.press(Key(.up), Key(.up))
        test.raiseChat(Samples.lines(0..<98) + Samples.lines(99..<100), number: 2)
        _ = test.text
        #expect(selected == "line 97")
    }

    @Test func jumpSelectsItsRowOnce() {
        show(0..<100)
        let jump = ChatJump(number: 1, row: ChatRowID("l40"))
        test.raiseChat(Samples.lines(0..<100), number: 2, jump: jump)
        _ = test.text
        #expect(selected == "line 40")
        test.press(Key(.escape))
        test.raiseChat(Samples.lines(0..<100), number: 2, jump: jump)
        _ = test.text
        #expect(selected == nil)
    }

    @Test func newMessagesBeyondTheWindowAreCounted() {
        test.raiseChat(Samples.lines(0..<60), number: 2, reachesLatest: false, newBelow: 4)
        _ = test.text
        test.press(Key(.pageUp))
        #expect(test.text.contains("↓ 4 new  M-> latest"))
    }

    @Test func typingDoesNotLayOutRows() {
        show(0..<100)
        let before = test.screen.chats.chat.layoutCount
        test.type("a line of twenty keys")
        _ = test.text
        #expect(test.screen.chats.chat.layoutCount == before)
    }

    @Test func movingSelectionLaysOutOnlyNewlyVisibleRows() {
        show(0..<400)
        _ = test.text
        test.press(Key(.up))
        let before = test.screen.chats.chat.layoutCount
        for _ in 0..<20 {
            test.press(Key(.up))
            _ = test.text
        }
        #expect(test.screen.chats.chat.layoutCount - before <= 40)
    }
}
