import ViewModels

extension ChatPartner.Flaw {
    /// The message below the field.
    var text: String {
        switch self {
        case .nothing(let server): .words("create-chat.type-an-id", ["server": server])
        case .mailAddress: .words("create-chat.is-mail-address")
        case .noName(let server): .words("create-chat.name-is-missing", ["server": server])
        case .noServer(let named, let server):
            .words("create-chat.server-is-missing", ["named": named, "server": server])
        case .chatAddress: .words("create-chat.is-chat-address")
        case .spaces: .words("create-chat.no-spaces-in-id")
        case .tooLong: .words("create-chat.too-long-for-id")
        case .badServer(let server): .words("create-chat.is-no-server", ["server": server])
        case .noID: .words("create-chat.is-no-id")
        case .oneself: .words("create-chat.is-you")
        }
    }
}
