import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests pictures of the forms for people, at the supported screen sizes.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PeoplePictureTests {
    private func show(_ width: Int, _ height: Int) -> TestScreen {
        let test = TestScreen(width: width, height: height)
        test.navigation = .createChat
        test.raiseNavigation()
        test.raiseCreateChat(members: ["Bo", "Kim"], hint: "Enter makes a group with Bo and Kim.")
        test.raiseSuggestions([], for: "")
        // Typing requires that the form was drawn.
        _ = test.text
        test.type("an")
        test.raiseSuggestions(["Ana", "Anton", "Hanna"], for: "an")
        return test
    }

    @Test func newChatFormAt80Columns() {
        #expect(
            show(80, 18).text == """
                 Confab  ana                                                  online · 3 unread

                  New chat

                  Name, if it is to be a group
                › a group may stay without one

                  With whom? A name or a Matrix ID
                  [Bo] [Kim]
                › an
                  Not encrypted: ^T encrypts it
                  Enter adds the marked one
                › Ana                    @ana:example.org
                  Anton                  @anton:example.org
                  Hanna                  @hanna:example.org


                 Enter add  ^O menu  Esc back  ↓ choose  F1 help  F2 commands

                """)
    }

    @Test func newChatFormAt40Columns() {
        #expect(
            show(40, 10).text == """
                 Confab  ana          online · 3 unread
                  New chat
                  With whom? A name or a Matrix ID
                  [Bo] [Kim]
                › an
                  Enter adds the marked one
                › Ana           @ana:example.org
                  Anton         @anton:example.org
                  Hanna         @hanna:example.org
                 Enter add  ^O menu  Esc back  ↓ choose

                """)
    }

    @Test func newChatFormFitsAt120Columns() {
        let lines = show(120, 40).lines
        #expect(lines[12] == "› Ana                    @ana:example.org")
        #expect(lines.allSatisfy { $0.count <= 120 })
    }

    @Test func longNamesStayWithinTheirColumns() {
        let test = TestScreen(width: 40, height: 10)
        test.navigation = .createChat
        test.raiseNavigation()
        let long = String(repeating: "日本語", count: 40)
        test.raiseCreateChat(members: [long, "Kim"])
        test.raiseSuggestions([long, "Kim"], for: "")
        for line in test.lines { #expect(TextWidth.columns(line) <= 40) }
        #expect(test.text.contains("  Kim           @kim:example.org"))
    }
}
