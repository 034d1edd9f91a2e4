import Conversations

/// What the details of a chat show, as it was when they were made.
struct ChatDetailsContent: Sendable {
    /// `nil` where it is gone.
    let chat: Chat?
    let members: [ChatMember]
    let names: MemberNames
    /// `nil` until it is known.
    let power: ChatPower?
    /// `nil` until it is known.
    let access: ChatAccess?
    let isLoading: Bool
    let isBusy: Bool
    let error: ChatDetailsProblem?
    let field: ChatDetailsField?
    let text: String
    let revision: Int
    let ownUserID: String
    /// Who they are, as far as that is known.
    let trust: [String: PersonTrust]
    /// Whether this program encrypts at all.
    let canEncrypt: Bool
    /// Whether lines wait because the server doesn't show the encryption that was asked for.
    var lacksEncryption = false
    /// Whether something is written in it, or in a thread of it, and not sent.
    let hasDraft: Bool
    let hasDraftInThread: Bool
}

extension ChatDetailsContent {
    @MainActor
    init(_ models: SessionModels, canEncrypt: Bool) {
        let details = models.chatDetails
        // The server doesn't know what the account's owner calls them.
        let contacts = models.contacts.names
        let members = details.members.map { member in
            var member = member
            member.contactName = contacts[member.userID] ?? member.contactName
            return member
        }
        let chatID = details.chatID ?? ""
        self.init(
            chat: details.chatID.flatMap(models.chatList.chat), members: members,
            names: MemberNames(Dictionary(members.map { ($0.userID, $0) }) { first, _ in first }), power: details.power,
            access: details.access, isLoading: details.isLoading, isBusy: details.isBusy, error: details.error,
            field: details.field,
            text: details.text, revision: details.revision, ownUserID: models.account.userID,
            trust: models.trust.listedChatID == details.chatID ? models.trust.people : [:], canEncrypt: canEncrypt,
            hasDraft: models.chatList.drafts[chatID] != nil,
            hasDraftInThread: models.chatsWithDraftsInThreads.contains(chatID))
        lacksEncryption = models.outbox.lines(chatID: chatID).contains {
            $0.state == .failed(reason: .encryptionMissing)
        }
    }
}
