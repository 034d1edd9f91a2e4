import Conversations
import Engine
import Messenger
import ViewModels

/// A snapshot of the content of the form for a new chat.
struct CreateChatContent: Equatable, Sendable {
    let members: [ChatPerson]
    /// The name of the chat that people are invited to; `nil` for a new one.
    let chatName: String?
    let name: String
    let nameRevision: Int
    let text: HandedText
    /// Whether the chat is a direct chat.
    let isDirect: Bool
    /// Whether the chat will be encrypted, if the user decides about that.
    let isEncrypted: Bool
    let encryptsItself: Bool
    /// Whether this program supports encryption.
    let canEncrypt: Bool
    let isBusy: Bool
    let joining: RoomAddress?
    let error: CreateChatUnavailableReason?
}

extension CreateChatContent {
    @MainActor
    init(_ state: SessionState, canEncrypt: Bool) {
        let chatID = state.createChat.purpose.chatID
        self.init(
            state.createChat, chatName: chatID.map { state.chatList.chats[$0].map(Naming.chat) ?? "" },
            canEncrypt: canEncrypt)
    }

    init(_ form: CreateChatModel, chatName: String?, canEncrypt: Bool) {
        self.init(
            members: form.members, chatName: chatName, name: form.name, nameRevision: form.nameRevision,
            text: HandedText(text: form.text, revision: form.textRevision), isDirect: form.isDirect,
            isEncrypted: form.isEncrypted,
            encryptsItself: form.encryptsItself, canEncrypt: canEncrypt && chatName == nil, isBusy: form.isBusy,
            joining: form.joining, error: form.error)
    }
}
