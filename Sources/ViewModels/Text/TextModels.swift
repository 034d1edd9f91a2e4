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

/// A link of a message to a web page.
package struct RichLink: Hashable, Sendable {
    /// The number in the message, from 1.
    package let number: Int
    /// The address in ASCII: `http` or `https`, a host without homoglyphs, no control characters.
    package let address: DisplayText
    /// Whether the number is shown behind the text, because the text differs from the link's address.
    package let isNumbered: Bool
    /// The real host, if the text looks like the address of another host; empty otherwise.
    package let unlikeHost: DisplayText

    package init(number: Int, address: DisplayText, isNumbered: Bool, unlikeHost: DisplayText = .empty) {
        self.number = number
        self.address = address
        self.isNumbered = isNumbered
        self.unlikeHost = unlikeHost
    }
}
