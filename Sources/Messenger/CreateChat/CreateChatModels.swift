package import Conversations
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

/// The reason that a chat was not created.
package enum CreateChatFailureReason: Hashable, Sendable {
    case reason(FailureReason)
    /// The chat would be encrypted by default, but the server lists no device of a person that can read it.
    case nothingReads(userID: String)
    /// It is unknown whether a person has such a device.
    case devicesUnknown(userID: String)
    /// A person could not be invited to an existing chat, while others were.
    case notInvited(userID: String, FailureReason, invited: [String])

    /// Whether the user has to decide about encryption.
    var asksForEncryption: Bool {
        switch self {
        case .nothingReads, .devicesUnknown: true
        case .reason, .notInvited: false
        }
    }
}

/// The reason that there is no new chat.
enum CreateChatUnavailableReason: Hashable, Sendable {
    case nobodyAdded
    /// The text does not identify a person.
    case partner(ChatPartner.InvalidReason)
    case failed(CreateChatFailureReason)
    /// An existing chat could not be joined by its address.
    case notJoined(RoomAddress, JoinError)

    var text: DisplayText {
        switch self {
        case .nobodyAdded: .words("create-chat.add-somebody-first")
        case .partner(let flaw): DisplayText(sanitizing: flaw.text)
        case .notJoined(let address, let refusal): DisplayText(sanitizing: refusal.text(address))
        case .failed(.reason(let reason)): .words("create-chat.chat-was-not-made", ["reason": reason.text])
        case .failed(.notInvited(let userID, let reason, _)):
            .words("create-chat.not-invited", ["person": userID, "reason": reason.text])
        case .failed(.nothingReads(let userID)): .words("create-chat.nothing-reads", ["person": userID])
        case .failed(.devicesUnknown(let userID)): .words("create-chat.devices-unknown", ["person": userID])
        }
    }
}

/// The purpose of choosing people in the form.
package enum CreateChatPurpose: Hashable, Sendable {
    case newChat
    /// The people are invited to an existing chat.
    ///
    /// - text: the name that was typed elsewhere; it becomes the text of the field.
    case invitation(chatID: String, text: String)

    /// The existing chat.
    var chatID: String? {
        guard case .invitation(let chatID, _) = self else { return nil }
        return chatID
    }
}

/// The answer of the server's user directory for a text.
package struct DirectoryResponse: Hashable, Sendable {
    /// The text that was searched for.
    package let text: String
    package let people: [ChatPerson]
    /// The reason that the directory didn't answer.
    package let problem: FailureReason?

    package init(text: String, people: [ChatPerson], problem: FailureReason?) {
        self.text = text
        self.people = people
        self.problem = problem
    }
}

/// A request to create a chat.
package struct NewChat: Hashable, Sendable {
    /// The Matrix IDs of the other people.
    package let userIDs: [String]
    /// The name of a group; `nil` if it has none.
    package let name: String?
    package let isDirect: Bool
    package let isEncrypted: Bool
    /// Whether the user has made no decision about encryption. The chat is then encrypted. If the partner can't read
    /// that, the user is asked before the chat is created.
    package let asksForEncryption: Bool

    package init(
        userIDs: [String], name: String?, isDirect: Bool, isEncrypted: Bool = false, asksForEncryption: Bool = false
    ) {
        self.userIDs = userIDs
        self.name = name
        self.isDirect = isDirect
        self.isEncrypted = isEncrypted
        self.asksForEncryption = asksForEncryption
    }
}

/// Texts that are prepared for a search, ignoring case.
struct SearchText: Hashable, Sendable {
    private let parts: [[UInt8]]

    init(_ parts: [String]) {
        self.parts = parts.map { Array($0.lowercased().utf8) }
    }

    /// The rank of this match for a text, 0 the best; `nil` if it doesn't match.
    func rank(of text: SearchText) -> Int? {
        guard let wanted = text.parts.first, !wanted.isEmpty else { return 0 }
        return parts.compactMap { rank(of: wanted, in: $0) }.min()
    }

    private func rank(of wanted: [UInt8], in part: [UInt8]) -> Int? {
        guard wanted.count <= part.count else { return nil }
        var best: Int?
        for start in 0...(part.count - wanted.count) where part[start] == wanted[0] {
            guard part[start..<start + wanted.count].elementsEqual(wanted) else { continue }
            if start == 0 { return wanted.count == part.count ? 0 : 1 }
            if part[start - 1] == UInt8(ascii: " ") { best = 2 }
            best = best ?? 3
        }
        return best
    }
}

/// A suggestion for the text in the form for a new chat.
struct Suggestion: Hashable, Sendable {
    enum Source: Hashable, Sendable {
        case contact(Contact.Location)
        /// The person has a direct chat with the account.
        case chat
        case directory
        /// The person was given as a Matrix ID.
        case typed
    }

    let person: ChatPerson
    let source: Source
}

extension Chat {
    /// A placeholder for a chat that the server has created and the sync has not delivered yet.
    static func justCreated(_ chatID: String, as new: NewChat, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        chat.directUserID = new.isDirect ? new.userIDs.first : nil
        chat.givenName = new.name
        chat.isEncrypted = new.isEncrypted || new.asksForEncryption
        chat.heroes = new.userIDs.map { ChatPerson(userID: $0, displayName: nil) }
        chat.lastActivity = now
        return chat
    }
}
