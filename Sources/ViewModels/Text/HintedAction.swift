/// The actions with keys that texts mention. Only panes know which keys these are.
package enum HintedAction: String, CaseIterable, Sendable {
    case newChat = "new-chat"
    case findChats = "find-chats"
    case addContact = "add-contact"
    case followChat = "follow-chat"
    case leaveChat = "leave-chat"
    case forgetChat = "forget-chat"
    case tryAgain = "try-again"
    case logIn = "log-in"
    case addAccount = "add-account"
    case takeBack = "take-back"
    case withdraw
    case reloadDevices = "reload-devices"
    case chatDetails = "chat-details"
    case takeIdentity = "take-identity"
    case switchEncryption = "switch-encryption"
    case stopFile = "stop-file"
}
