import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FooterTests {
    private let test = TestScreen(width: 40, height: 10)

    @Test(arguments: [20, 40, 80, 200]) func footerShowsEscapeWhereverItWorks(width: Int) {
        test.resize(width: width, height: 10)
        if width < 76 { #expect(test.footer.contains("Esc list")) }
        test.press(.control("o"), .character("v"))
        #expect(test.footer.contains("Esc stays") || width == 20)
        test.press(Key(.escape), Key(.tab))
        #expect(test.footer.contains("Esc chat") == (width >= 76))
        test.press(Key(.function(1)))
        #expect(test.footer.contains("Esc back"))
        test.press(Key(.escape), .control("o"))
        #expect(test.footer.contains("Esc back"))
        test.press(Key(.escape), Key(.function(2)))
        #expect(test.footer.contains("Esc back"))
        test.press(Key(.escape))
        test.raisePicker(["Guide"])
        #expect(test.footer.contains("Esc back"))
        test.raisePicker(nil)
        for screen in [NavigationViewModel.Screen.createChat, .login] {
            test.navigation = screen
            test.raiseNavigation()
            test.raiseCreateChat()
            test.raiseLogin()
            #expect(test.footer.contains("Esc back"))
        }
        test.navigation = .chats
        test.detail = .invitation
        test.openedCount += 1
        test.raiseNavigation()
        test.raiseInvitation()
        #expect(test.footer.contains("Esc list"))
        test.raiseNotice("2 new: Bo, Kim")
        #expect(test.footer.contains("Esc dismiss"))
    }

    @Test func footerOmitsUnavailableActions() {
        test.resize(width: 200, height: 10)
        #expect(test.footer.contains("Tab list"))
        test.detail = .nothing
        test.raiseNavigation()
        #expect(!test.footer.contains("Tab chat"))
        #expect(!test.footer.contains("Esc"))
        #expect(test.footer.contains("F4 new chat"))
    }

    @Test func twoRowFooterMessageKeepsLastMessageVisible() {
        test.raiseChat(Samples.lines(0..<50))
        #expect(test.text.contains("line 49"))
        test.screen.showMessage("The server can't be reached: nothing answers at this address. Is the server running?")
        #expect(test.footer.contains("running?") && test.lines[test.lines.count - 2].contains("address"))
        #expect(test.text.contains("line 49"))
        test.press(Key(.pageUp), Key(.pageDown))
        test.screen.showMessage("The server can't be reached: nothing answers at this address. Is the server running?")
        #expect(test.text.contains("line 49"))
    }

    @Test func footerFitsAnyWidthAndKeepsImportantKeys() {
        var shown = 0
        for width in 20...200 {
            test.resize(width: width, height: 10)
            let count = test.footer.split(separator: "  ").count
            #expect(TextWidth.columns(test.footer) <= width)
            if width >= 24, width < 76 { #expect(test.footer.contains("Enter send")) }
            if width != 76 { #expect(count >= min(shown, 2)) }
            shown = count
        }
        #expect(shown > 6)
    }
}
