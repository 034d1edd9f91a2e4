import Conversations
import MatrixAPI
import ViewModels

/// Makes the form for a contact.
struct EditContactViewModelBuilder {
    let form: EditContactContent
    let queue: EventQueue

    func build() -> EditContactViewModel {
        EditContactViewModel(
            title: form.isNew ? "New contact" : "Edit contact",
            userID: field(
                "Matrix ID", form.fields.userID, form.words.userID,
                placeholder: DisplayText(sanitizing: "@bo:\(UserID(form.ownUserID)?.server ?? "example.org")")),
            isUserIDFixed: !form.isNew, name: field("Name", form.fields.name, form.words.name),
            note: field("Note", form.fields.note, form.words.note, placeholder: "for your eyes alone"), place: place,
            switchPlace: switchPlace, shouldShowBusy: form.isBusy, busyText: "Keeping the contact…",
            shouldShowError: form.error != nil, errorText: DisplayText(sanitizing: form.error ?? ""),
            changed: { [queue] in queue.post(EditContactEvent.changed($0)) },
            save: form.isBusy
                ? .unavailable("The contact is being kept")
                : .available { [queue] in queue.post(EditContactEvent.saving($0)) },
            cancel: { [queue] in queue.post(EditContactEvent.cancelled) })
    }

    private var place: DisplayText {
        switch form.place {
        case .account: "Kept in your account, for all your devices"
        case .device: "Kept on this device alone"
        }
    }

    private var switchPlace: Action<Void> {
        guard form.isNew else { return .unavailable("A contact stays where it is: add it anew to have it elsewhere") }
        return .available { [queue] in queue.post(EditContactEvent.switchedPlace) }
    }

    private func field(
        _ label: DisplayText, _ text: String, _ word: ContactCheck.Word?, placeholder: DisplayText = .empty
    ) -> FieldViewModel {
        FieldViewModel(
            label: label, placeholder: placeholder, text: text, revision: form.revision,
            hint: DisplayText(sanitizing: word?.text ?? ""), isWrong: word?.isWrong ?? false)
    }
}
