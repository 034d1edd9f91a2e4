import Conversations

/// What the form for a new chat shows, as it was when it was made.
struct CreateChatContent: Sendable {
    let members: [ChatPerson]
    let name: String
    let nameRevision: Int
    let text: String
    let textRevision: Int
    /// Whether the chat is one of two people.
    let isDirect: Bool
    /// Whether it is to be encrypted where a person decides about that.
    let isEncrypted: Bool
    let encryptsItself: Bool
    /// Whether this program encrypts at all.
    let canEncrypt: Bool
    let isBusy: Bool
    let joining: RoomAddress?
    let error: CreateChatProblem?
}

extension CreateChatContent {
    @MainActor
    init(_ form: CreateChatModel, canEncrypt: Bool) {
        self.init(
            members: form.members, name: form.name, nameRevision: form.nameRevision, text: form.text,
            textRevision: form.textRevision, isDirect: form.isDirect, isEncrypted: form.isEncrypted,
            encryptsItself: form.encryptsItself, canEncrypt: canEncrypt, isBusy: form.isBusy,
            joining: form.joining, error: form.error)
    }
}
