/// The actions whose keys texts name. Which keys those are, only panes know.
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
