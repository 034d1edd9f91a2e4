import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(2))) struct LookTests {
    @Test func look() {
        for (w, h) in [(80, 24), (120, 40), (40, 10), (20, 5), (76, 13)] {
            let t = TestScreen(width: w, height: h)
            t.raiseTyping("Guide types…")
            print("== \(w)x\(h)\n" + t.text)
            if w == 80 || w == 40 {
                t.raiseNotice("2 new: Bo, Kim")
                t.press(.control("o"))
                print(t.text)
                t.press(Key(.escape), Key(.function(1)))
                print(t.text)
                t.press(Key(.pageDown), Key(.pageDown))
                print(t.text)
                t.press(Key(.escape), .control("o"), .character("v"))
                print(t.text)
                t.press(Key(.escape), Key(.tab))
                print(t.text)
                t.navigation = .firstRun
                t.raiseNavigation()
                t.raiseFirstRun()
                print(t.text)
                t.navigation = .login
                t.raiseNavigation()
                t.raiseLogin()
                print(t.text)
                t.navigation = .createChat
                t.raiseNavigation()
                t.raiseCreateChat()
                print(t.text)
                t.navigation = .chats
                t.detail = .invitation
                t.openedCount += 1
                t.raiseNavigation()
                t.raiseInvitation()
                print(t.text)
            }
        }
    }
}
