import Terminal
import Testing
import ViewModels

@testable import Panes

@MainActor
@Suite(.timeLimit(.minutes(5))) struct EditContactPaneTests {
    private let test = TestScreen(width: 60, height: 20)

    init() {
        test.navigation = .editContact
        test.raiseNavigation()
    }

    private func field(_ label: DisplayText, _ text: String = "", hint: DisplayText = "", isWrong: Bool = false)
        -> FieldViewModel
    {
        FieldViewModel(label: label, text: text, revision: 1, hint: hint, isWrong: isWrong)
    }

    private func showNew(hint: DisplayText = "", isWrong: Bool = false) {
        test.raiseEditContact(
            userID: field("Matrix ID", hint: hint, isWrong: isWrong), name: field("Name"), note: field("Note"))
        _ = test.text
    }

    @Test func enterMovesThroughMissingFieldsAndSaves() {
        showNew()
        test.type("@bo:x")
        test.press(Key(.enter))
        test.type("Bo")
        test.press(Key(.tab))
        test.type("seeds")
        #expect(test.asked.last == "changed @bo:x Bo seeds")
        test.press(Key(.enter))
        #expect(test.asked.last == "save @bo:x Bo seeds")
    }

    @Test func validationHintIsShownWhileTyping() {
        showNew(hint: "A Matrix ID has no spaces in it.", isWrong: true)
        #expect(test.text.contains("A Matrix ID has no spaces in it."))
    }

    @Test func fieldErrorIsNotRepeatedBelow() {
        test.raiseEditContact(
            userID: field("Matrix ID", "bo", hint: "That is no Matrix ID.", isWrong: true), name: field("Name"),
            note: field("Note"), error: "That is no Matrix ID.")
        #expect(test.text.ranges(of: "That is no Matrix ID.").count == 1)
        test.raiseEditContact(
            userID: field("Matrix ID", "@bo:x"), name: field("Name", "Bo"), note: field("Note"), error: "Not kept.")
        #expect(test.text.contains("Not kept."))
    }

    @Test func matrixIDOfExistingContactCannotBeEdited() {
        test.raiseEditContact(
            userID: field("Matrix ID", "@bo:x"), isUserIDFixed: true, name: field("Name", "Bo"), note: field("Note"))
        _ = test.text
        test.type("!")
        #expect(test.asked.last == "changed @bo:x Bo! ")
        test.press(Key(.up), Key(.up), Key(.up))
        test.type("?")
        #expect(test.asked.last == "changed @bo:x Bo!? ")
    }

    @Test func keyAndMenuToggleStorageButTypingDoesNot() {
        showNew()
        test.press(Key(.up))
        test.type(" yes k")
        #expect(!test.asked.contains("switchPlace"))
        test.press(.control("t"))
        #expect(test.asked.last == "switchPlace")
        test.asked = []
        test.press(.control("o"), .character("k"))
        #expect(test.asked.last == "switchPlace")
        test.press(Key(.escape))
        #expect(test.asked.last == "cancel")
    }

    @Test func smallScreenShowsTheFocusedField() {
        test.resize(width: 40, height: 10)
        showNew(hint: "Type a Matrix ID, as in @bo:x")
        #expect(
            test.text == """
                 Confab  ana          online · 3 unread
                  New contact
                  Matrix ID
                ›
                  Type a Matrix ID, as in @bo:x




                 Enter keep  Tab next field  Esc back

                """)
    }
}
