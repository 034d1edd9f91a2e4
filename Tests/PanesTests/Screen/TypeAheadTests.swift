import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests that text typed for one field never continues in another that replaced it automatically.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct TypeAheadTests {
    private let test = TestScreen(width: 80, height: 24)

    private func show(_ screen: NavigationViewModel.Screen) {
        test.navigation = screen
        test.raiseNavigation()
        _ = test.text
    }

    private func beginLogin() {
        show(.login)
        test.raiseLogin(asking: [.user, .server], isBusy: false)
        _ = test.text
        test.type("@ana:x")
        test.press(Key(.enter))
        #expect(test.asked.last == "logIn @ana:x ")
        test.raiseLogin(asking: [.user, .server], isBusy: true)
        _ = test.text
    }

    private var sent: [String] { test.asked.filter { $0.hasPrefix("send") || $0.hasPrefix("edited") } }

    @Test func passwordTypedDuringAccountLookupIsDiscarded() {
        beginLogin()
        test.type("sec")
        #expect(!test.text.contains("sec"))
        show(.chats)
        test.type("ret")
        #expect(test.footer.contains("The text was discarded"))
        test.press(Key(.enter))
        #expect(sent.isEmpty && !test.text.contains("ret"))
    }

    @Test func passwordTypedAfterAccountIsFoundIsDiscarded() {
        beginLogin()
        show(.chats)
        test.type("secret")
        test.press(Key(.enter))
        #expect(sent.isEmpty && !test.text.contains("secret"))
        // The typed text has ended, so the next text belongs to the chat.
        test.type("hello")
        test.press(Key(.enter))
        #expect(sent.last == "send hello")
    }

    @Test func pasteAfterAScreenChangeIsDiscarded() {
        beginLogin()
        show(.chats)
        test.screen.handle(.paste("secret"))
        #expect(sent.isEmpty && !test.text.contains("secret"))
    }

    @Test func passwordStartedBeforeItsFieldIsFullyDiscarded() {
        beginLogin()
        test.type("sec")
        test.raiseLogin(asking: [.password], isBusy: false)
        _ = test.text
        test.type("ret")
        test.press(Key(.enter))
        #expect(test.asked.last == "logIn @ana:x ")
        test.type("secret")
        test.press(Key(.enter))
        #expect(test.asked.last == "logIn @ana:x secret")
    }

    @Test func recoveryKeyTypedPastItsScreenIsNotShownOrSent() {
        show(.security)
        test.raiseSecurity(number: 1, asksForSecret: true)
        _ = test.text
        test.type("EsTc ")
        show(.chats)
        test.type("1234")
        #expect(!test.text.contains("1234"))
        test.press(Key(.enter))
        #expect(sent.isEmpty)
    }

    @Test func recoveryKeyTypedIntoNextStepIsNotShown() {
        show(.security)
        test.raiseSecurity(number: 1, asksForSecret: true)
        _ = test.text
        test.type("EsTc ")
        test.raiseSecurity(number: 2, asksForSecret: false)
        _ = test.text
        test.type("1234")
        #expect(!test.text.contains("1234"))
        test.press(Key(.enter))
        #expect(!test.asked.contains("done"))
    }

    @Test func submittedRecoveryKeyDoesNotBlockTheNextStep() {
        show(.security)
        test.raiseSecurity(number: 1, asksForSecret: true)
        _ = test.text
        test.type("EsTc 1234")
        test.press(Key(.enter))
        test.raiseSecurity(number: 2, asksForSecret: false)
        _ = test.text
        test.press(Key(.enter))
        #expect(test.asked.suffix(2) == ["typed EsTc 1234", "done"])
    }

    @Test(arguments: [true, false]) func autoOpenedChatDiscardsTextMeantForThePrevious(isShown: Bool) {
        if isShown { test.type("hel") }
        let before = sent
        test.openedCount += 1
        test.raiseNavigation()
        test.frames.deliver()
        if isShown { _ = test.text }
        test.type("lo")
        test.press(Key(.enter))
        #expect(sent == before && test.footer.contains("The text was discarded"))
    }

    @Test func autoOpenedChatAcceptsTextWhenIdle() {
        test.openedCount += 1
        test.raiseNavigation()
        _ = test.text
        test.type("hello")
        test.press(Key(.enter))
        #expect(sent.last == "send hello")
    }

    @Test func escapeEndsDiscardingWithoutOtherEffects() {
        test.type("hel")
        test.openedCount += 1
        test.raiseNavigation()
        _ = test.text
        test.press(Key(.escape))
        test.type("hello")
        test.press(Key(.enter))
        #expect(sent.last?.hasSuffix("hello") == true)
    }

    @Test func switchingAccountsDiscardsTextBeingTyped() {
        let other = TestScreen(width: 80, height: 24)
        test.type("hel")
        other.screen.replace(test.screen)
        _ = other.text
        other.type("lo")
        other.press(Key(.enter))
        #expect(!other.asked.contains { $0.hasPrefix("send") })
    }
}
