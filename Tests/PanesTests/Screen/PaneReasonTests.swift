import Terminal
import Testing
import ViewModels

@testable import Panes

/// Tests that an unavailable action is listed with its reason.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct PaneReasonTests {
    private let test = TestScreen(width: 80, height: 24)

    /// Returns the first row of the commands with this name.
    private func command(_ name: String) -> String {
        test.press(Key(.function(2)))
        test.type(name)
        defer { test.press(Key(.escape)) }
        return test.lines[3]
    }

    private func show(_ screen: NavigationViewModel.Screen) {
        test.navigation = screen
        test.raiseNavigation()
        _ = test.text
    }

    @Test func emptyContactsDisableChatCommand() {
        test.raiseContacts([])
        show(.contacts)
        #expect(command("chat with the contact").contains("– No contact is chosen"))
        #expect(!test.footer.contains("Enter chat"))
    }

    @Test func incompleteFormShowsWhatIsMissing() {
        let model = CreateChatViewModel(
            title: "New chat", name: FieldViewModel(label: "Name", text: "", revision: 1),
            person: FieldViewModel(label: "With whom?", text: "", revision: 1), members: [], hint: "",
            shouldShowBusy: false, busyText: "", shouldShowError: false, errorText: "", named: { _ in },
            changed: { _ in }, add: .unavailable("The server is being asked"),
            create: .unavailable("Add somebody first"), cancel: {})
        test.events.createChat.raise { model }
        show(.createChat)
        #expect(command("make the chat").contains("– Add somebody first"))
        #expect(!test.footer.contains("make the chat"))
    }

    @Test func pendingInvitationAnswerBlocksASecondOne() {
        let model = InvitationViewModel(
            title: "Kim invites you", text: "Kim invites you.", shouldShowBusy: true, busyText: "Asking…",
            shouldShowError: false, errorText: "", accept: .unavailable("The server is being told"),
            decline: .unavailable("The server is being told"))
        test.events.invitation.raise { model }
        test.detail = .invitation
        test.raiseNavigation()
        _ = test.text
        #expect(command("accept the invitation").contains("– The server is being told"))
    }

    @Test func emptyChatListDisablesOpen() {
        test.raiseChatList([])
        test.press(Key(.tab))
        _ = test.text
        #expect(command("open the chat").contains("– "))
        test.press(Key(.enter))
    }

    @Test func readOnlyChatExplainsWhySendingIsBlocked() {
        let lack: DisplayText = "You have not the power to write here: an admin has"
        let model = ComposerViewModel(
            text: HandedText(text: "", revision: 9), placeholder: lack, notice: "", byteLimit: 1_000, edited: { _ in },
            send: .unavailable(lack), runCommand: .available { [test] in test.asked.append("run \($0)") },
            isCommand: { $0 == "/leave" }, recall: .unavailable("Open a chat first."))
        test.events.composer.raise { model }
        _ = test.text
        #expect(command("send").contains("– You have not the power to write here"))
        #expect(test.text.contains("You have not the power to write here"))
        #expect(!test.footer.contains("Enter send"))
        test.type("hello")
        test.press(Key(.enter))
        #expect(!test.asked.contains { $0.hasPrefix("send") })
        #expect(test.text.contains("hello"))
        test.press(.control("u"))
        test.type("/leave")
        #expect(test.footer.contains("Enter send"))
        test.press(Key(.enter))
        #expect(test.asked.last == "run /leave")
    }
}
