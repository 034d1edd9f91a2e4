import ViewModels

/// Shows the form for a contact.
@MainActor
final class EditContactHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        guard parts.models.navigation.screen == .editContact else { return }
        parts.events.editContact.raise { [parts] in
            EditContactViewModelBuilder(form: EditContactContent(parts.models), queue: parts.queue).build()
        }
    }
}
