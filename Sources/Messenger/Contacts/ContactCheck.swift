import Conversations
import MatrixAPI
import ViewModels

/// What is wrong with the fields of a contact's form.
struct ContactCheck {
    static let longestName = 100
    static let longestNote = 1_000

    /// A word on a field; what is missing yet is no mistake while one still types.
    struct Word: Equatable, Sendable {
        let text: String
        let isWrong: Bool
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
                return isWhole ? nil : Word(text: "Means \(userID)", isWrong: false)
            }
            return Word(text: "Is a contact already: \(KnownContact.name(of: contact))", isWrong: true)
        case .incomplete(let what): return Word(text: what, isWrong: false)
        case .wrong(let what): return Word(text: what, isWrong: true)
        }
    }

    var name: Word? {
        if !fields.name.contains(where: { !$0.isWhitespace }) {
            return Word(text: "What do you call them?", isWrong: !fields.name.isEmpty)
        }
        return tooLong(fields.name, ContactCheck.longestName)
    }

    var note: Word? { tooLong(fields.note, ContactCheck.longestNote) }

    /// The contact that the fields make, or why they make none.
    func contact(in place: Contact.Place) -> Result<Contact, Problem> {
        guard case .valid(let userID) = partner else { return .failure(Problem(text: self.userID?.text ?? "")) }
        if !isUserIDFixed, let word = self.userID, word.isWrong { return .failure(Problem(text: word.text)) }
        if let word = name { return .failure(Problem(text: word.isWrong ? word.text : "A name is missing.")) }
        if let word = note { return .failure(Problem(text: word.text)) }
        return .success(
            Contact(userID: userID.description, place: place, name: fields.name.trimmed, note: fields.note.trimmed))
    }

    struct Problem: Error { let text: String }

    private var partner: ChatPartner {
        if isUserIDFixed, let userID = UserID(fields.userID) { return .valid(userID) }
        return ChatPartner(text: fields.userID, ownUserID: ownUserID)
    }

    private func tooLong(_ text: String, _ most: Int) -> Word? {
        guard text.count > most else { return nil }
        return Word(text: "Too long by \(text.count - most) characters", isWrong: true)
    }
}
