import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ContactsPaneTests {
    private let test = TestScreen(width: 80, height: 16)

    init() {
        test.navigation = .contacts
        test.raiseNavigation()
    }

    private func contact(
        _ name: String, note: DisplayText = "", isLocal: Bool = false, isBusy: Bool = false, error: DisplayText = ""
    ) -> any ContactViewModel {
        let shown = DisplayText(sanitizing: name)
        let detail = DisplayText(sanitizing: "@\(name.lowercased()):example.org")
        let (open, edit) = (test.action("open \(name)"), test.action("edit \(name)"))
        let delete = isBusy ? Action<Void>.unavailable("The server is asked") : test.action("delete \(name)")
        guard !isLocal else {
            return LocalContactViewModel(
                name: shown, detail: detail, note: note, hasChat: false, open: open, edit: edit, delete: delete)
        }
        return RemoteContactViewModel(
            name: shown, detail: detail, note: note, place: "in your account", hasChat: true, shouldShowBusy: isBusy,
            shouldShowError: !error.isEmpty, errorText: error, open: open, edit: edit, delete: delete)
    }

    private func show(_ contacts: any ContactViewModel...) {
        test.raiseContacts(contacts)
        _ = test.text
    }

    @Test func accountAndDeviceContactsBehaveAlike() {
        show(contact("Ana", note: "seeds for the balcony"), contact("Bo", isLocal: true))
        #expect(
            test.text == """
                 Confab  ana                                                  online · 3 unread

                  Contacts (2)
                › type to find

                › Ana                        @ana:example.org                   in your account
                  Bo                         @bo:example.org                     on this device






                  in your account, you have a chat
                  seeds for the balcony
                 Enter chat  F4 new  ^O menu  Esc back  ^O e edit  F1 help  ^O d delete

                """)
        test.press(Key(.enter), Key(.down), Key(.enter))
        #expect(test.askedOfPeople == ["open Ana", "open Bo"])
        test.press(.control("o"), .character("e"))
        #expect(test.askedOfPeople.last == "edit Bo")
    }

    @Test func deletingAContactAsksForConfirmation() {
        show(contact("Ana"), contact("Bo", isLocal: true))
        test.press(.control("o"), .character("d"))
        #expect(test.footer.contains("Delete Ana on all your devices? y deletes, Esc keeps"))
        test.press(Key(.escape))
        #expect(test.askedOfPeople.isEmpty)
        test.press(Key(.down), .control("o"), .character("d"))
        #expect(test.footer.contains("Delete Bo from this device?"))
        test.answer("y")
        #expect(test.askedOfPeople == ["delete Bo"])
    }

    @Test func busyAndFailedDeletionsAreShown() {
        show(
            contact("Ana", isBusy: true),
            contact("Bo", error: "Not deleted: The server can't be reached: nothing answers"))
        #expect(test.text.contains("deleting…"))
        test.press(Key(.down))
        #expect(test.text.contains("Not deleted: The server can't be reached: nothing answers"))
        test.press(Key(.up), .control("o"), .character("d"))
        #expect(test.footer.contains("The server is asked"))
    }

    @Test func typingFiltersContacts() {
        show(contact("Ana"), contact("Bo"))
        test.press(Key(.down))
        test.type("b")
        #expect(test.askedOfPeople.last == "filtered b")
        test.press(Key(.escape))
        #expect(test.askedOfPeople.last == "cancel")
    }

    @Test func selectionFollowsItsContact() {
        show(contact("Bo"), contact("Kim"))
        test.press(Key(.down))
        show(contact("Ana"), contact("Bo"), contact("Kim"))
        test.press(Key(.enter))
        #expect(test.askedOfPeople.last == "open Kim")
    }

    @Test func onlyVisibleContactRowsAreBuilt() {
        test.raiseContacts((1...5_000).map { contact("Person \($0)") })
        test.frames.deliver()
        _ = test.screen.draw()
        #expect(test.takeRowCount() <= 20)
        test.press(Key(.pageDown))
        _ = test.takeRowCount()
        _ = test.screen.draw()
        #expect(test.takeRowCount() <= 20)
    }

    @Test func f4AddsAContact() {
        show()
        #expect(test.text.contains("No contacts yet: F4 adds one"))
        test.press(Key(.function(4)))
        #expect(test.askedOfPeople.last == "add")
    }

    @Test func smallScreenShowsNamesAndEscape() {
        test.resize(width: 40, height: 10)
        show(contact("Ana"), contact("Bo", isLocal: true))
        #expect(
            test.text == """
                 Confab  ana          online · 3 unread
                  Contacts (2)
                › type to find
                › Ana            @ana:example.org
                  Bo             @bo:example.org



                  in your account, you have a chat
                 Enter chat  F4 new  ^O menu  Esc back

                """)
    }
}
