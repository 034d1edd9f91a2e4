import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests pictures of overlays and full screens, as the user sees them.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct OverlayPictureTests {
    @Test func menuHidesTheCursor() {
        let test = TestScreen(width: 80, height: 20)
        #expect(test.screen.draw().cursor != nil)
        test.press(.control("o"))
        #expect(test.screen.draw().cursor == nil)
        test.press(Key(.escape))
        #expect(test.screen.draw().cursor != nil)
    }

    @Test func menuDescribesItsLetters() {
        let test = TestScreen(width: 80, height: 20)
        test.raiseNotice("2 new: Bo, Kim")
        _ = test.text
        test.press(.control("o"))
        #expect(
            test.text == """
                 Confab  ana                                                  online · 3 unread
                 2 new: Bo, Kim                                                  M-g goes there
                ─ Menu: a letter; ↑↓ for more ──────────────────────────────────────────────────
                  n    New chat
                  a    Catch up: next unread
                  f    Go to chat by name
                  p    Last visited chat – No other chat was open yet
                  1-9  Chat by its place
                  v    Leave this chat (asks first)
                  z    Take back what was done last – There is nothing to take back
                  c    Contacts
                  x    Commands by name
                  h    Help
                  g    Go to what the notice is about
                  t    Try to connect now – You are online
                  l    Log in to a Matrix account
                  q    Quit; a draft is kept
                  m    Message …
                  o    This chat …
                 Esc back

                """)
    }

    /// Without this, each new action in the table would change the picture.
    private func withoutCount(_ text: String) -> String {
        text.replacing(#/↓ \d+ more/#) { String(repeating: " ", count: $0.output.count - 6) + "↓ more" }
    }

    @Test func helpStartsWithTheCurrentPanesKeys() {
        let test = TestScreen(width: 80, height: 20)
        test.raiseNotice("2 new: Bo, Kim")
        _ = test.text
        test.press(Key(.function(1)))
        #expect(
            withoutCount(test.text) == """
                 Confab  ana                                                  online · 3 unread
                 2 new: Bo, Kim                                                  M-g goes there
                 Help › type to find                                                     ↓ more
                 While you write
                  Enter                        Send
                  ^J, M-Enter                  New line
                  PgUp                         A screen up
                  PgDn                         A screen down
                  M-<, Home (nothing written)  First message
                  M->, End (nothing written)   Latest message
                  M-l, ^O m u                  First unread message
                  ↑ (nothing written)          Select a message: the one above
                  ^O m e                       Edit your last message
                  F4, ^O n                     New chat
                  ^O i j                       Chats that the server lists, to join one
                  F7, M-a, ^O a                Catch up: next unread
                  ^G, F3, ^O f                 Go to chat by name
                  ^R, F6, ^O i r               Search messages
                  ^N, M-↓                      Next chat
                 Esc back  ↓ more

                """)
    }

    @Test func helpFitsANarrowScreen() {
        let test = TestScreen(width: 80, height: 18)
        test.raiseNotice("2 new: Bo, Kim")
        _ = test.text
        test.press(Key(.function(1)))
        test.resize(width: 40, height: 10)
        #expect(
            withoutCount(test.text) == """
                 Confab  ana          online · 3 unread
                 2 new: Bo, Kim          M-g goes there
                 Help › type to find             ↓ more
                 While you write
                  Send: Enter
                  New line: ^J, M-Enter
                  A screen up: PgUp
                  A screen down: PgDn
                  First message: M-<, Home (nothing
                 Esc back  ↓ more

                """)
    }

    @Test func chatListFillsANarrowScreen() {
        let test = TestScreen(width: 80, height: 18)
        test.raiseNotice("2 new: Bo, Kim")
        _ = test.text
        test.resize(width: 40, height: 10)
        test.press(Key(.tab))
        #expect(
            test.text == """
                 Confab  ana          online · 3 unread
                 2 new: Bo, Kim          M-g goes there
                 Guide                                 2
                ›Release team                         @1
                 Bo                                    ✎
                 Kim invites you                       ✉



                 Enter open  ^O menu  Esc dismiss

                """)
    }

    @Test func theFirstRunAsksOneQuestion() {
        let test = TestScreen(width: 60, height: 14)
        test.navigation = .firstRun
        test.raiseNavigation()
        test.raiseFirstRun()
        #expect(
            test.text == """
                 Confab  ana                              online · 3 unread

                  Your name
                › ana
                  You will be @ana:localhost

                  Have a Matrix account? ^O l logs in instead.






                 Enter start  ^O menu  F1 help  F2 commands

                """)
    }

    @Test func theLoginHasThreeFields() {
        let test = TestScreen(width: 60, height: 14)
        test.navigation = .login
        test.raiseNavigation()
        test.raiseLogin()
        #expect(
            test.text == """
                 Confab  ana                              online · 3 unread

                  Log in with a Matrix account

                  Matrix ID
                › @name:example.org
                  Password
                ›
                  Server
                › example.org

                  The server refused the password: type it again

                 Enter log in  Tab next field  ^O menu  Esc back  F1 help

                """)
    }

    @Test func loginListsTheServersLoginMethods() {
        let test = TestScreen(width: 60, height: 10)
        test.navigation = .login
        test.raiseNavigation()
        test.raiseLogin(methods: (1...8).map { DisplayText(sanitizing: "Provider \($0), in a browser") })
        _ = test.text
        for _ in 1...4 { test.press(Key(.down)) }
        #expect(
            test.text == """
                 Confab  ana                              online · 3 unread
                  Log in with a Matrix account
                   Provider 1, in a browser
                   Provider 2, in a browser
                   Provider 3, in a browser
                   Provider 4, in a browser
                  ▌Provider 5, in a browser
                  The server refused the password: type it again

                 Enter log in  Tab next field  ^O menu  Esc back  F1 help

                """)
    }

    @Test func smallScreenShowsLoginErrorBeforeLongAddress() {
        let test = TestScreen(width: 40, height: 10)
        test.navigation = .login
        test.raiseNavigation()
        test.raiseLogin(address: DisplayText(sanitizing: "https://" + String(repeating: "x", count: 300)))
        let rows = test.text.split(separator: "\n").map(String.init)
        let wrong = rows.firstIndex { $0.contains("The server refused") }
        let address = rows.firstIndex { $0.contains("https://xxx") }
        #expect(rows.contains { $0.hasPrefix("›") })
        #expect(wrong != nil && address != nil && (wrong ?? 0) < (address ?? 0))
    }

    @Test func invitationShowsItsAnswerKeys() {
        let test = TestScreen(width: 60, height: 14)
        test.detail = .invitation
        test.openedCount += 1
        test.raiseNavigation()
        test.raiseInvitation()
        #expect(
            test.text == """
                 Confab  ana                              online · 3 unread
                 ‹ 2  Kim invites you

                 Kim (@kim:example.org) invites you to a chat.
                 You have no chat with Kim yet.

                 a accepts, d declines






                 a accept  d decline  ^O menu  ^G go to  Esc list  F1 help

                """)
    }
}
