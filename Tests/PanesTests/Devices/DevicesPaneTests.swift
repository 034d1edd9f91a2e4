import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct DevicesPaneTests {
    private let test = TestScreen(width: 80, height: 24)

    init() {
        test.navigation = .devices
        test.raiseNavigation()
        show()
    }

    private func show(question: DevicesViewModel.Question? = nil) {
        let asked: @MainActor (String) -> Void = { [test] in test.asked.append($0) }
        test.raiseDevices(
            [
                Samples.device("laptop", state: "this device, verified", mark: .verified, asked: asked),
                Samples.device("phone", asked: asked),
            ], question: question)
        _ = test.text
    }

    /// Runs an action in the menu that Enter opens.
    private func act(_ letter: Character) {
        test.press(Key(.enter), .character(letter))
    }

    @Test func selectedDeviceShowsAllDetails() {
        test.press(Key(.down))
        let text = test.text
        #expect(text.contains(" ✓laptop"))
        #expect(text.contains("this device, verified"))
        #expect(text.contains("›?phone"))
        #expect(text.contains("not verified"))
        #expect(text.contains("ID-phone  last seen 09:15  from 192.0.2.7"))
    }

    @Test func loggingOutADeviceRequiresY() {
        test.press(Key(.down))
        act("d")
        #expect(test.text.contains("Log it out?"))
        test.press(Key(.enter))
        #expect(!test.asked.contains("log out phone"))
        test.answer("y")
        #expect(test.asked.last == "log out phone")
    }

    @Test func typedNameRenamesTheSelectedDevice() {
        act("r")
        test.type("desk")
        test.press(Key(.enter))
        #expect(test.asked.last == "rename desk")
    }

    @Test func passwordIsMaskedAndPromptedOnce() {
        let answer = Action<String>.available { [test] in test.asked.append("password \($0)") }
        let question = DevicesViewModel.Question(number: 1, text: "Your password:", answer: .typed(answer))
        show(question: question)
        test.type("secret")
        #expect(test.text.contains("••••••"))
        #expect(!test.text.contains("secret"))
        test.press(Key(.enter))
        #expect(test.asked.last == "password secret")
        show(question: question)
        #expect(!test.text.contains("Your password:"))
        show(question: DevicesViewModel.Question(number: 2, text: "Once more:", answer: .typed(answer)))
        #expect(test.text.contains("Once more:"))
    }

    @Test func browserLoginIsConfirmedWithY() {
        let answer = Action<Void>.available { [test] in test.asked.append("done") }
        show(question: DevicesViewModel.Question(number: 1, text: "Log in there, then y.", answer: .confirmed(answer)))
        #expect(test.text.contains("Log in there"))
        test.answer("y")
        #expect(test.asked.last == "done")
    }

    @Test func failedLoadOffersReload() {
        test.raiseDevices([], isBusy: true)
        #expect(test.text.contains("Asking…"))
        test.raiseDevices([], error: "No answer. " + .key(.reloadDevices) + " asks again")
        #expect(test.text.contains("No answer. ^O a asks again"))
        test.press(.control("o"), .character("a"))
        #expect(test.asked.last == "reload")
        test.raiseDevices([])
        #expect(test.text.contains("The server lists no device"))
    }

    @Test(arguments: [(20, 5), (40, 10), (60, 20), (120, 40)]) func deviceListFitsAnySize(width: Int, height: Int) {
        test.resize(width: width, height: height)
        test.press(Key(.down), Key(.pageDown), Key(.home))
        #expect(test.lines.count == height)
        #expect(test.lines.allSatisfy { TextWidth.columns($0) <= width })
    }

    @Test func typedTextDoesNotReachTheComposer() {
        test.type("h")
        test.screen.handle(.paste("a password"))
        #expect(!test.asked.contains("back") && test.text.contains("There is no field to write in here"))
        #expect(test.screen.chats.composer.editor.isEmpty)
    }
}
