import Conversations
package import Engine
package import MatrixAPI
import ViewModels

/// Validates the fields of the form for a contact.
package struct ContactValidator {
    static let longestName = 100
    static let longestNote = 1_000

    /// A message about a field. An incomplete text is not an error while the user still types.
    package struct Word: Equatable, Sendable {
        let flaw: FieldError
        package let isWrong: Bool

        package var text: String { flaw.text }
    }

    /// A message about the content of a field.
    package enum FieldError: Error, Hashable, Sendable {
        /// The text does not identify a person.
        case partner(ChatPartner.InvalidReason)
        /// The full Matrix ID for an abbreviated text.
        case means(UserID)
        case alreadyKept(name: String)
        case noName
        case nameMissing
        /// The text exceeds the limit by a number of characters.
        case tooLong(by: Int)

        var text: String {
            switch self {
            case .partner(let flaw): flaw.text
            case .means(let userID): .words("contacts.means", ["person": userID.description])
            case .alreadyKept(let name): .words("contacts.is-a-contact-already", ["name": name])
            case .noName: .words("contacts.what-do-you-call-them")
            case .nameMissing: .words("contacts.a-name-is-missing")
            case .tooLong(let count): .words("contacts.too-long", count: count)
            }
        }
    }

    let fields: EditContactViewModel.Fields
    /// Returns the existing contact for a Matrix ID.
    let kept: (String) -> Contact?
    let isUserIDFixed: Bool
    let ownUserID: String

    package var userID: Word? {
        guard !isUserIDFixed else { return nil }
        switch ChatPartner(text: fields.userID, ownUserID: ownUserID) {
        case .valid(let userID):
            guard let contact = kept(userID.description) else {
                // An abbreviated Matrix ID is shown in full.
                let isWhole = userID.description == fields.userID
                return isWhole ? nil : Word(flaw: .means(userID), isWrong: false)
            }
            return Word(flaw: .alreadyKept(name: KnownContact.name(of: contact)), isWrong: true)
        case .incomplete(let flaw): return Word(flaw: .partner(flaw), isWrong: false)
        case .wrong(let flaw): return Word(flaw: .partner(flaw), isWrong: true)
        }
    }

    package var name: Word? {
        if !fields.name.contains(where: { !$0.isWhitespace }) {
            return Word(flaw: .noName, isWrong: !fields.name.isEmpty)
        }
        return tooLong(fields.name, ContactValidator.longestName)
    }

    package var note: Word? { tooLong(fields.note, ContactValidator.longestNote) }

    /// The contact that the fields describe, or the reason that they are invalid.
    func contact(in place: Contact.Location) -> Result<Contact, FieldError> {
        guard case .valid(let userID) = partner else { return .failure(self.userID?.flaw ?? .partner(.noID)) }
        if !isUserIDFixed, let word = self.userID, word.isWrong { return .failure(word.flaw) }
        if let word = name { return .failure(word.isWrong ? word.flaw : .nameMissing) }
        if let word = note { return .failure(word.flaw) }
        return .success(
            Contact(userID: userID.description, place: place, name: fields.name.trimmed, note: fields.note.trimmed))
    }

    private var partner: ChatPartner {
        if isUserIDFixed, let userID = UserID(fields.userID) { return .valid(userID) }
        return ChatPartner(text: fields.userID, ownUserID: ownUserID)
    }

    private func tooLong(_ text: String, _ most: Int) -> Word? {
        guard text.count > most else { return nil }
        return Word(flaw: .tooLong(by: text.count - most), isWrong: true)
    }
}

extension ContactValidator {
    /// Checks the fields of the form for a contact.
    @MainActor
    package init(of form: EditContactModel, contacts: ContactModel, ownUserID: String) {
        self.init(
            fields: form.fields, kept: { contacts.contact(userID: $0) }, isUserIDFixed: form.original != nil,
            ownUserID: ownUserID)
    }
}
