extension ContactCheck {
    /// Checks the fields of the form for a contact.
    @MainActor
    init(of form: EditContactModel, contacts: ContactModel, ownUserID: String) {
        self.init(
            fields: form.fields, kept: { contacts.kept(userID: $0) }, isUserIDFixed: form.original != nil,
            ownUserID: ownUserID)
    }
}
