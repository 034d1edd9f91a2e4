import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CreateChatPaneTests {
    private let test = TestScreen(width: 60, height: 20)

    init() {
        test.navigation = .createChat
        test.raiseNavigation()
        test.raiseCreateChat()
        test.raiseSuggestions([], for: "")
        _ = test.text
    }

    @Test func enterAndTabAddTheBestSuggestion() {
        test.type("b")
        #expect(test.askedOfPeople.last == "changed b")
        test.raiseSuggestions(["Bo", "Bobby"], for: "b")
        #expect(test.text.contains("› Bo"))
        test.press(Key(.enter))
        #expect(test.askedOfPeople.last == "choose Bo")
        test.press(Key(.tab))
        #expect(test.askedOfPeople.last == "choose Bo")
    }

    @Test func encryptionKeyIsShownAndToggles() {
        #expect(test.text.contains("Not encrypted: ^T encrypts it"))
        test.press(.control("t"))
        #expect(test.askedOfPeople.last == "switchEncryption")
    }

    @Test func arrowsSelectASuggestion() {
        test.type("b")
        test.raiseSuggestions(["Bo", "Bobby", "Kim"], for: "b")
        test.press(Key(.down), Key(.down), Key(.up), Key(.enter))
        #expect(test.askedOfPeople.last == "choose Bobby")
    }

    @Test func emptyFieldAddsOnlyASelectedRow() {
        test.raiseSuggestions(["Bo", "Kim"], for: "")
        test.press(Key(.enter))
        #expect(test.askedOfPeople.last == "create")
        test.press(Key(.down), Key(.down), Key(.enter))
        #expect(test.askedOfPeople.last == "choose Kim")
        test.press(Key(.enter))
        #expect(test.askedOfPeople.last == "create")
    }

    @Test func textTypedAheadOfSuggestionsIsAddedAsTyped() {
        test.type("b")
        test.raiseSuggestions(["Bo"], for: "b")
        test.type("obby")
        test.press(Key(.enter))
        #expect(test.askedOfPeople.last == "add bobby")
    }

    @Test func selectedSuggestionSurvivesServerResults() {
        test.type("b")
        test.raiseSuggestions(["Bo", "b"], for: "b", typed: 1)
        test.press(Key(.down))
        test.raiseSuggestions(["Bo", "Bobby", "b"], for: "b", typed: 2)
        test.press(Key(.enter))
        #expect(test.askedOfPeople.last == "choose b")
        test.raiseSuggestions(["Bo", "b"], for: "b")
        test.press(Key(.down))
        test.raiseSuggestions(["Bo", "b", "Bobby"], for: "b")
        test.press(Key(.enter))
        #expect(test.askedOfPeople.last == "choose b")
    }

    @Test func backspaceRemovesMembersSelectedByArrows() {
        test.raiseCreateChat(members: ["Bo", "Kim", "Ana María"])
        test.press(Key(.backspace))
        #expect(test.askedOfPeople.last == "remove Ana María")
        test.press(Key(.left), Key(.left), Key(.backspace))
        #expect(test.askedOfPeople.last == "remove Kim")
        test.press(Key(.left), Key(.delete))
        #expect(test.askedOfPeople.last == "remove Bo")
        test.raiseCreateChat(members: [])
        _ = test.text
        test.type("b")
        #expect(test.askedOfPeople.last == "changed b")
    }

    @Test func tabCyclesThroughTheForm() {
        test.raiseCreateChat(members: ["Bo"])
        _ = test.text
        test.press(Key(.tab))
        test.type("T")
        #expect(test.askedOfPeople.last == "named T")
        test.press(Key(.tab), Key(.backspace))
        #expect(test.askedOfPeople.last == "remove Bo")
        test.press(Key(.tab))
        test.type("k")
        #expect(test.askedOfPeople.last == "changed k")
        test.press(Key(.tab, .shift))
        test.type("x")
        #expect(test.askedOfPeople.last == "changed kx")
    }

    @Test func escapeLeavesFromEveryPart() {
        test.raiseCreateChat(members: ["Bo"])
        for key in [Key(.tab), Key(.left), Key(.character("b"))] {
            test.press(key, Key(.escape))
            #expect(test.askedOfPeople.last == "cancel")
        }
    }

    @Test func typedTextIsKeptWhileAnErrorIsShown() {
        test.type("kim")
        test.raiseCreateChat(members: ["Bo"], error: "The chat was not made. Enter tries again.")
        #expect(test.text.contains("› kim"))
        #expect(test.text.contains("Enter tries again."))
        #expect(test.text.contains("[Bo]"))
    }

    @Test func pastedIDIsReported() {
        test.screen.handle(.paste("@bo:example.org"))
        #expect(test.askedOfPeople.last == "changed @bo:example.org")
    }

    @Test func onlyVisibleSuggestionRowsAreBuilt() {
        test.raiseSuggestions((1...5_000).map { "Person \($0)" }, for: "")
        _ = test.text
        #expect(test.takeRowCount() <= 20)
        test.press(Key(.pageDown), Key(.pageDown))
        _ = test.takeRowCount()
        _ = test.text
        #expect(test.takeRowCount() <= 20)
    }

    @Test func footerShowsEscapeAtFortyColumns() {
        test.resize(width: 40, height: 10)
        #expect(test.footer.contains("Esc back"))
        test.type("b")
        #expect(test.footer.contains("Enter add"))
        #expect(test.footer.contains("Esc back"))
    }
}
