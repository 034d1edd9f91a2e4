import Conversations
import Engine
import Messenger

/// A snapshot of the content of the chat details.
struct ChatDetailsContent: Equatable, Sendable {
    /// The chat; `nil` if it is gone.
    let chat: Chat?
    let members: [ChatMember]
    let names: MemberNames
    /// The permissions; `nil` until they are known.
    let power: ChatPower?
    /// The access rules; `nil` until they are known.
    let access: ChatAccess?
    let isLoading: Bool
    let isBusy: Bool
    let error: ChatDetailsFailureReason?
    let field: ChatDetailsField?
    let text: String
    let revision: Int
    let ownUserID: String
    /// The verification state of the members, as far as it is known.
    let trust: [String: PersonTrust]
    /// Whether this program supports encryption.
    let canEncrypt: Bool
    /// Whether lines are queued because the server doesn't show the encryption that was requested.
    var lacksEncryption = false
    /// Whether the chat has an unsent draft.
    let hasDraft: Bool
    let hasDraftInThread: Bool
}

extension ChatDetailsContent {
    @MainActor
    init(_ state: SessionState, canEncrypt: Bool) {
        let details = state.chatDetails
        // The server doesn't know the contact names of the account.
        let contacts = state.contacts.names
        let members = details.members.map { member in
            var member = member
            member.contactName = contacts[member.userID] ?? member.contactName
            return member
        }
        let chatID = details.chatID ?? ""
        self.init(
            chat: details.chatID.flatMap(state.chatList.chat), members: members,
            names: MemberNames(Dictionary(members.map { ($0.userID, $0) }) { first, _ in first }), power: details.power,
            access: details.access, isLoading: details.isLoading, isBusy: details.isBusy, error: details.error,
            field: details.field,
            text: details.text, revision: details.revision, ownUserID: state.account.userID,
            trust: state.trust.listedChatID == details.chatID ? state.trust.people : [:], canEncrypt: canEncrypt,
            hasDraft: state.drafts.texts[chatID] != nil,
            hasDraftInThread: state.chatsWithDraftsInThreads.contains(chatID))
        lacksEncryption = state.outbox.lines(chatID: chatID).contains {
            $0.state == .failed(reason: .encryptionMissing)
        }
    }
}
