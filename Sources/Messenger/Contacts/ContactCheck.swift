import Conversations
import MatrixAPI
import ViewModels

/// What is wrong with the fields of a contact's form.
struct ContactCheck {
    static let longestName = 100
    static let longestNote = 1_000

    /// A word on a field; what is missing yet is no mistake while one still types.
    struct Word: Equatable, Sendable {
        let flaw: Flaw
        let isWrong: Bool

        var text: String { flaw.text }
    }

    /// What is said of a field.
    enum Flaw: Error, Hashable, Sendable {
        /// Nobody is meant by what was typed.
        case partner(ChatPartner.Flaw)
        /// Who is meant by what is not typed in full.
        case means(UserID)
        case alreadyKept(name: String)
        case noName
        case nameMissing
        /// By so many characters.
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
    /// Whom a contact was made of already, by Matrix ID.
    let kept: (String) -> Contact?
    let isUserIDFixed: Bool
    let ownUserID: String

    var userID: Word? {
        guard !isUserIDFixed else { return nil }
        switch ChatPartner(text: fields.userID, ownUserID: ownUserID) {
        case .valid(let userID):
            guard let contact = kept(userID.description) else {
                // What is not typed in full is told in full.
                let isWhole = userID.description == fields.userID
                return isWhole ? nil : Word(flaw: .means(userID), isWrong: false)
            }
            return Word(flaw: .alreadyKept(name: KnownContact.name(of: contact)), isWrong: true)
        case .incomplete(let flaw): return Word(flaw: .partner(flaw), isWrong: false)
        case .wrong(let flaw): return Word(flaw: .partner(flaw), isWrong: true)
        }
    }

    var name: Word? {
        if !fields.name.contains(where: { !$0.isWhitespace }) {
            return Word(flaw: .noName, isWrong: !fields.name.isEmpty)
        }
        return tooLong(fields.name, ContactCheck.longestName)
    }

    var note: Word? { tooLong(fields.note, ContactCheck.longestNote) }

    /// The contact that the fields make, or why they make none.
    func contact(in place: Contact.Place) -> Result<Contact, Flaw> {
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
