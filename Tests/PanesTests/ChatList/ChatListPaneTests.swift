import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ChatListPaneTests {
    private let test = TestScreen(width: 80, height: 24)

    @Test func tabGoesToTheListAndEnterOpensTheSelectedChat() {
        test.press(Key(.tab), Key(.down), Key(.enter))
        #expect(test.asked.last == "open Bo")
    }

    @Test func theSelectionBeginsAtTheOpenChat() {
        test.press(Key(.tab))
        #expect(test.lines[2].hasPrefix("›Release team"))
    }

    @Test func selectionFollowsItsChatWhenRowsMove() {
        test.press(Key(.tab), Key(.down))
        let moved = Samples.items { [test] in test.asked.append("open \($0)") }
        test.raiseChatList([moved[3], moved[2], moved[0], moved[1]])
        _ = test.text
        test.press(Key(.enter))
        #expect(test.asked.last == "open Bo")
    }

    @Test func navigationGoalIsSelectedWhenItsRowAppears() {
        test.goal = NavigationViewModel.Goal(row: .chat("Zoe"), number: 1)
        test.raiseNavigation()
        _ = test.text
        test.raiseChatList(
            Samples.items { _ in } + [Samples.item("Zoe", "", "") { [test] in test.asked.append("open \($0)") }])
        #expect(test.text.contains("›Zoe"))
        test.press(Key(.enter))
        #expect(test.asked.last == "open Zoe")
    }

    @Test func openingAFilteredSpaceClearsTheFilter() {
        var space = ChatListItemViewModel(id: .space("Team"), contact: "Team") { [test] in
            test.asked.append("go to Team")
        }
        space.kind = .space(isUnfolded: false)
        test.filterText = "te"
        test.raiseChatList([space])
        test.press(Key(.tab), Key(.enter))
        #expect(test.asked.suffix(2) == ["go to Team", "filter "])
    }

    @Test func menuAddsAndRemovesAChatFromASpace() {
        test.press(Key(.tab), Key(.down), .control("o"), .character("o"), .character("s"))
        #expect(test.text.contains("Which space?"))
        test.press(Key(.enter))
        #expect(test.asked.last == "into Team: Bo")
        test.press(.control("o"), .character("o"), .character("x"))
        test.press(Key(.enter))
        #expect(test.asked.last == "outOf Team: Bo" && !test.text.contains("Which space?"))
    }

    @Test func menuTargetsOpenChatInsideAFoldedSpace() {
        var space = ChatListItemViewModel(id: .space("Team"), contact: "Team") {}
        (space.kind, space.isOpen) = (.space(isUnfolded: false), true)
        test.openChat = .chat("Tea")
        test.raiseChatList([space])
        test.press(.control("o"), .character("o"), .character("s"), Key(.enter))
        #expect(test.asked.last == "into Team: Tea")
        test.press(Key(.tab), .control("o"), .character("o"))
        #expect(test.text.contains("Put a chat into it") && test.text.contains("Take a chat out of it"))
    }

    @Test func failedMessageHasItsOwnMark() {
        var item = Samples.item("Kim", "Failed: soon", "", hasDraft: true)
        item.hasFailed = true
        test.raiseChatList([item])
        #expect(test.lines[1].hasPrefix(" Kim "))
        #expect(test.lines[1].contains("!✎"))
    }

    @Test func openChatShowsDraftMarkOnlyWhileHidden() {
        let test = TestScreen(width: 40, height: 10)
        test.raiseChatList([Samples.item("Kim", "", "", hasDraft: true, isOpen: true)])
        test.press(Key(.escape))
        #expect(test.text.contains("✎"))
        test.resize(width: 80, height: 24)
        #expect(!test.text.contains("✎"))
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

    @Test func onlyVisibleRowsOfAThousandChatsAreBuilt() {
        test.raiseChatList((0..<1_000).map { Samples.item(DisplayText(sanitizing: "Chat \($0)"), "", "") })
        test.press(Key(.tab), Key(.end))
        test.builtItems = 0
        _ = test.text
        #expect(test.builtItems <= 22 + 1)
        test.builtItems = 0
        test.press(Key(.up))
        #expect(test.builtItems <= 1)
        _ = test.text
        #expect(test.builtItems <= 22 + 1)
    }

    @Test func chatsWithTheSameNameStayDistinct() {
        let items = ["!a", "!b"].map { id in
            ChatListItemViewModel(id: .chat(id), contact: "Tea") { [test] in test.asked.append("open \(id)") }
        }
        test.raiseChatList(items)
        test.press(Key(.tab), Key(.down))
        test.raiseChatList(items.reversed())
        _ = test.text
        test.press(Key(.enter))
        #expect(test.asked.last == "open !b")
    }

    @Test func menuLettersActOnTheSelectedChat() {
        test.raiseChatList([organizable("Tea"), organizable("Cake")])
        test.press(Key(.tab), Key(.down))
        for letter in "pmoau" { test.press(.control("o"), .character("o"), .character(letter)) }
        #expect(test.asked.suffix(5) == ["pin Cake", "mute Cake", "mentions Cake", "archive Cake", "unread Cake"])
    }

    @Test func unavailableActionShowsItsReason() {
        test.raiseChatList([organizable("Tea")])
        test.press(Key(.tab))
        test.press(.control("o"), .character("o"), .character("i"))
        #expect(test.footer.contains("Select a chat with one person"))
    }

    @Test func detailsOpenForSelectedChatWhenListIsFocused() {
        test.raiseChatList([organizable("Tea")])
        test.press(.meta("i"))
        #expect(test.asked.last != "details Tea")
        test.press(Key(.tab), .meta("i"))
        #expect(test.asked.last == "details Tea")
        test.asked = []
        test.press(.control("o"), .character("o"), .character("d"))
        #expect(test.asked.last == "details Tea")
    }

    @Test func leavingFromTheListAsksForConfirmation() {
        test.raiseChatList([organizable("Tea")])
        test.press(Key(.tab))
        test.press(.control("o"), .character("v"))
        #expect(test.footer.contains("Leave Tea?"))
        test.press(Key(.escape))
        #expect(test.asked.last != "leave Tea")
        test.press(.control("o"), .character("v"))
        test.answer("y")
        #expect(test.asked.last == "leave Tea")
    }

    @Test func renameFieldConfirmsAndEscapeCancels() {
        test.raiseChatList([organizable("Tea")])
        test.press(Key(.tab))
        test.press(.control("o"), .character("o"), .character("r"), .character("!"))
        #expect(test.text.contains("Name: Tea!"))
        test.press(Key(.escape))
        #expect(!test.text.contains("Name:"))
        test.press(.control("o"), .character("o"), .character("r"), .character("2"), Key(.enter))
        #expect(test.text.contains("Rename for all to “Tea2”? y renames"))
        #expect(test.asked.last != "rename Tea2")
        test.answer("y")
        #expect(test.asked.last == "rename Tea2")
    }

    @Test func typingFiltersAndEscapeClearsTheFilter() {
        test.press(Key(.tab))
        test.type("bo")
        #expect(test.asked.suffix(2) == ["filter b", "filter bo"])
        #expect(test.lines[1].hasPrefix("/bo"))
        test.press(Key(.escape))
        #expect(test.asked.last == "filter ")
    }

    /// Shows the list of an account without chats, in which every command can be run.
    private func raiseEmptyList() {
        test.listCommand = { [test] typed in
            ListCommandViewModel(text: "Enter: do it", run: test.action("run \(typed)"))
        }
        test.raiseChatList([])
        test.press(Key(.tab))
    }

    @Test(arguments: ["/join #tea:x", "/nick Ana"])
    func enterRunsASlashCommandInAnEmptyList(command: String) {
        raiseEmptyList()
        test.type(command)
        #expect(test.lines[1].hasPrefix(command) && test.text.contains("Enter: do it"))
        test.press(Key(.enter))
        #expect(test.asked.suffix(2) == ["run \(command)", "filter "])
    }

    @Test func textWithoutASlashRunsNoCommand() {
        raiseEmptyList()
        test.type("quit")
        test.press(Key(.enter))
        #expect(!test.asked.contains { $0.hasPrefix("run") } && test.text.contains("No chats yet"))
    }

    @Test func slashWithMatchingChatsRunsNoCommand() {
        test.listCommand = { [test] in ListCommandViewModel(text: "", run: test.action("run \($0)")) }
        test.raiseChatList()
        test.press(Key(.tab))
        test.type("/quit")
        test.press(Key(.enter))
        #expect(!test.asked.contains { $0.hasPrefix("run") })
    }

    @Test func enterOpensTheMatchAndClearsTheFilter() {
        test.press(Key(.tab))
        test.type("/b")
        test.filterText = "b"
        test.raiseChatList(Samples.items { [test] in test.asked.append("open \($0)") }.filter { $0.contact == "Bo" })
        _ = test.text
        test.press(Key(.enter))
        #expect(test.asked.suffix(2) == ["open Bo", "filter "])
    }

    @Test func actionsOnAMatchKeepTheFilter() {
        var found = Samples.item("Bo", "", "")
        found.actions.pin = test.action("pin Bo")
        found.actions.rename = .available { [test] in test.asked.append("rename Bo to \($0)") }
        test.press(Key(.tab), .character("/"))
        test.type("bo")
        test.filterText = "bo"
        test.raiseChatList([found])
        _ = test.text
        test.press(.control("o"), .character("o"))
        #expect(test.text.contains("  p  Pin to the top"))
        test.press(.character("p"))
        #expect(test.asked.last == "pin Bo")
        test.press(Key(.function(2)))
        test.type("rename")
        #expect(test.lines[3].hasPrefix("› Rename for all  "))
        test.press(Key(.enter))
        test.type("x")
        test.press(Key(.enter))
        test.answer("y")
        #expect(test.asked.last == "rename Bo to x")
        #expect(test.text.contains("\n/bo"))
    }

    @Test func scrolledFieldShowsEllipsisAtHiddenEnd() {
        var item = Samples.item("Bo", "", "", isOpen: true)
        item.actions.rename = .available { _ in }
        item.actions.name = "a name that is longer than the list"
        test.raiseChatList([item])
        _ = test.text
        test.press(Key(.tab), .control("o"), .character("o"), .character("r"))
        #expect(test.text.contains("\nName: …han the list"))
        test.press(Key(.home))
        #expect(test.text.contains("\nName: a name that i…"))
    }

    @Test func tabKeepsTheFilterAndGoesToTheChat() {
        test.raiseChatList([organizable("Tea")])
        test.press(Key(.tab))
        test.type("/t")
        test.filterText = "t"
        test.raiseChatList([organizable("Tea")])
        test.press(Key(.tab))
        test.type("p")
        #expect(test.text.contains("▏p"))
        #expect(test.text.contains("/t"))
        test.press(Key(.tab, .shift), Key(.escape))
        #expect(test.asked.last == "filter ")
    }

    @Test func listErrorCanBeRetriedOrDismissed() {
        test.listError = "Tea was not moved: no way. t tries again, Esc doesn't"
        test.raiseChatList()
        #expect(test.text.contains("was not moved"))
        test.press(Key(.tab), .control("o"), .character("o"), .character("t"))
        #expect(test.asked.last == "retry")
        test.press(Key(.escape))
        #expect(test.asked.last == "dismissError")
    }

    @Test func marksShowPinnedMutedAndBusyChats() {
        var item = Samples.item("Tea", "", "", unread: "3")
        (item.isPinned, item.isMuted, item.shouldShowBusy) = (true, true, true)
        var fold = ChatListItemViewModel(id: .chat("fold"), contact: "Archived (2)") {}
        fold.kind = .fold(isOpen: false)
        test.raiseChatList([item, fold])
        #expect(test.lines[1].hasPrefix(" Tea            …◆⊘3 │"))
        #expect(test.lines[2].hasPrefix(" ▸ Archived (2)"))
    }

    @Test func twoLineRowsSpellOutTheirMarks() {
        let test = TestScreen(width: 120, height: 24)
        var item = Samples.item("Tea", "hello", "09:15", unread: "•")
        (item.isPinned, item.isMuted, item.hasNews, item.shouldShowBusy) = (true, true, true, true)
        test.raiseChatList([item])
        #expect(test.text.contains("pinned, muted, some"))
        #expect(!test.text.contains("◆") && !test.text.contains("⊘") && !test.text.contains("•"))
        #expect(test.text.contains("…"))
    }

    @Test func mutedChatHasASubtleNewMark() {
        var item = Samples.item("Tea", "hello", "09:15")
        (item.isMuted, item.hasNews) = (true, true)
        test.raiseChatList([item])
        #expect(test.lines[1].hasPrefix(" Tea              ⊘· │"))
    }

    @Test func threadStateUsesMarksOrWordsByWidth() {
        var item = Samples.item("Tea", "hello", "09:15", unread: "3")
        (item.newInThreads, item.hasDraftInThread, item.isOpen) = ("2 new in threads", true, true)
        test.raiseChatList([item])
        #expect(test.lines[1].hasPrefix("▌Tea             ↳✎3 │"))
        let wide = TestScreen(width: 120, height: 24)
        wide.raiseChatList([item])
        #expect(wide.text.contains("2 new in threads, draft in"))
        #expect(!wide.text.contains("↳") && !wide.text.contains("✎"))
    }

    @Test func helpExplainsTheMarks() {
        test.press(Key(.function(1)))
        for letter in "muted" { test.press(.character(letter)) }
        #expect(test.text.contains("⊘") && test.text.contains("muted: nothing of it notifies"))
    }

    @Test func spacesPrecedeTheirIndentedChats() {
        var open = ChatListItemViewModel(id: .chat("team"), contact: "Team") {}
        open.kind = .space(isUnfolded: true)
        var tea = Samples.item("Tea", "", "", unread: "3")
        tea.depth = 1
        var garden = ChatListItemViewModel(id: .chat("garden"), contact: "Garden") {}
        (garden.kind, garden.depth) = (.joinable, 1)
        var closed = ChatListItemViewModel(id: .chat("zoo"), contact: "Zoo") {}
        (closed.kind, closed.unreadMessageCount, closed.isMention) = (.space(isUnfolded: false), "7", true)
        test.raiseChatList([open, tea, garden, closed])
        #expect(test.lines[1].hasPrefix(" ▾ Team"))
        #expect(test.lines[2].hasPrefix("  Tea              3 │"))
        #expect(test.lines[3].hasPrefix("  Garden        join │"))
        #expect(test.lines[4].hasPrefix(" ▸ Zoo            @7 │"))
    }

    /// Returns a chat that records the actions on it.
    private func organizable(_ name: String) -> ChatListItemViewModel {
        let note: (String) -> Action<Void> = { [test] word in
            .available { test.asked.append("\(word) \(name)") }
        }
        var item = Samples.item(DisplayText(sanitizing: name), "", "")
        item.actions.showDetails = note("details")
        item.actions.pin = note("pin")
        item.actions.mute = note("mute")
        item.actions.mentionsOnly = note("mentions")
        item.actions.archive = note("archive")
        item.actions.markUnread = note("unread")
        item.actions.leave = note("leave")
        item.actions.leaveQuestion = "Leave Tea? y leaves, Esc stays"
        item.actions.name = name
        item.actions.rename = .available { [test] in test.asked.append("rename \($0)") }
        return item
    }

    @Test func emptyListExplainsHowToStartAChat() {
        test.raiseChatList([])
        #expect(test.text.contains("No chats yet: F4"))
    }

    @Test func longNameKeepsUnreadCountVisible() {
        test.raiseChatList([Samples.item("A group with a very long name", "", "", unread: "12", isMention: true)])
        #expect(test.lines[1].hasPrefix(" A group with a… @12 │"))
    }
}
