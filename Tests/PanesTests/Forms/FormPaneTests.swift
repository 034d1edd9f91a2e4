import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FormPaneTests {
    private let test = TestScreen(width: 80, height: 24)

    private func showFirstRun() {
        test.navigation = .firstRun
        test.raiseNavigation()
        test.raiseFirstRun()
        _ = test.text
    }

    private func showLogin() {
        test.navigation = .login
        test.raiseNavigation()
        test.raiseLogin()
        _ = test.text
    }

    private func showInvitation() {
        test.detail = .invitation
        test.openedCount += 1
        test.raiseNavigation()
        test.raiseInvitation()
        _ = test.text
    }

    @Test func theFirstRunNeedsNothingButEnter() {
        showFirstRun()
        #expect(test.text.contains("› ana"))
        test.press(Key(.enter))
        #expect(test.asked.last == "start ana")
    }

    @Test func typedNameIsKeptWhenTheHintChanges() {
        showFirstRun()
        test.press(.control("u"))
        test.type("Ana María")
        test.raiseFirstRun()
        #expect(test.text.contains("› Ana María"))
        #expect(test.asked.last == "name Ana María")
    }

    @Test func firstRunMenuOpensTheLogin() {
        showFirstRun()
        test.press(.control("o"), .character("l"))
        #expect(test.asked.last == "logIn")
    }

    @Test func loginFocusesMissingFieldsAndHidesThePassword() {
        showLogin()
        test.type("ana")
        test.press(Key(.enter))
        test.type("secret")
        #expect(test.text.contains("› ••••••"))
        #expect(!test.text.contains("secret"))
        test.press(Key(.enter))
        #expect(test.asked.last == "logIn example.org ana secret")
    }

    @Test func tabAndArrowsMoveBetweenFields() {
        showLogin()
        test.press(Key(.up))
        test.type("/x")
        test.press(Key(.tab), Key(.down), Key(.tab))
        test.type("y")
        #expect(test.text.contains("› example.org/xy"))
    }

    @Test func loginMethodIsChosenFromTheServersList() {
        showLogin()
        test.raiseLogin(methods: ["Password", "Tea house, in a browser"])
        #expect(test.text.contains("▌Password"))
        #expect(!test.text.contains("Matrix ID"))
        test.press(Key(.down))
        #expect(test.text.contains("▌Tea house, in a browser"))
        test.type("x")
        // Enter ends text that was typed while no field had the focus.
        test.press(Key(.enter))
        #expect(test.asked.isEmpty)
        test.press(Key(.enter))
        #expect(test.asked.last == "way Tea house, in a browser")
    }

    @Test func enterCopiesBrowserAddressUntilReplyIsPasted() {
        showLogin()
        test.raiseLogin(address: "https://example.org/sso")
        #expect(test.text.contains("https://example.org/sso"))
        test.press(Key(.enter))
        #expect(test.commands == [.copy("https://example.org/sso")])
        test.type("http://127.0.0.1:9/x?loginToken=t")
        test.press(Key(.enter))
        #expect(test.commands.count == 1)
        #expect(test.asked.last?.hasPrefix("logIn") == true)
    }

    @Test func passwordIsClearedBeforeTheNextPrompt() {
        showLogin()
        test.type("ana")
        test.press(Key(.enter))
        test.type("secret")
        #expect(test.text.contains("•"))
        test.raiseLogin(methods: ["Password"])
        #expect(test.text.contains("▌Password"))
        test.raiseLogin()
        #expect(!test.text.contains("•"))
    }

    @Test func escapeLeavesTheLogin() {
        showLogin()
        test.press(Key(.escape))
        #expect(test.asked.filter { $0 == "cancel" }.count == 1)
    }

    @Test func anInvitationIsAnsweredWithALetter() {
        showInvitation()
        #expect(test.footer.contains("a accept  d decline"))
        test.answer("a")
        test.answer("d")
        #expect(test.asked.suffix(2) == ["accept", "decline"])
        test.press(Key(.enter))
        #expect(test.asked.last == "accept")
    }

    @Test func invitationKeysStayVisibleBelowLongText() {
        showInvitation()
        let keys = test.lines.first { $0.contains("decline") }
        #expect(keys != nil)
        test.raiseInvitation(DisplayText(sanitizing: String(repeating: "word ", count: 2_000)))
        #expect(test.lines.filter { $0.contains("word") }.count > 5)
        #expect(test.lines.dropLast().contains { $0.contains("decline") })
        #expect(test.lines.contains { $0.contains("…") })
    }

    @Test func typedLineDoesNotAnswerAnInvitation() {
        showInvitation()
        for line in ["are you there", "do you", "hello a"] {
            test.asked = []
            test.type(line)
            test.clock.runAll()
            test.press(Key(.enter))
            #expect(test.asked.allSatisfy { !["accept", "decline"].contains($0) })
            #expect(test.text.contains("› \(line)"))
            test.press(Key(.escape))
        }
    }

    @Test func lettersInTheListDoNotAcceptAnInvitation() {
        showInvitation()
        test.press(Key(.tab), .character("a"))
        #expect(!test.asked.contains("accept"))
    }
}
