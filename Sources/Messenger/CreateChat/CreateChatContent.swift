import Conversations

/// What the form for a new chat shows, as it was when it was made.
struct CreateChatContent: Sendable {
    let members: [ChatPerson]
    /// What the chat is called that people are invited to; `nil` for a new one.
    let chatName: String?
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
    init(_ form: CreateChatModel, chatName: String?, canEncrypt: Bool) {
        self.init(
            members: form.members, chatName: chatName, name: form.name, nameRevision: form.nameRevision,
            text: form.text,
            textRevision: form.textRevision, isDirect: form.isDirect, isEncrypted: form.isEncrypted,
            encryptsItself: form.encryptsItself, canEncrypt: canEncrypt && chatName == nil, isBusy: form.isBusy,
            joining: form.joining, error: form.error)
    }
}
