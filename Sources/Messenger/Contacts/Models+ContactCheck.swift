extension Models {
    /// What is wrong with what is typed into the form for a contact.
    var contactCheck: ContactCheck {
        ContactCheck(
            fields: editContact.fields, kept: { [contacts] in contacts.kept(userID: $0) },
            isUserIDFixed: editContact.original != nil, ownUserID: account.userID)
    }
}
