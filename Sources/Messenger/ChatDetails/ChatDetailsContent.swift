import Conversations

/// What the details of a chat show, as it was when they were made.
struct ChatDetailsContent: Sendable {
    /// `nil` where it is gone.
    let chat: Chat?
    let members: [ChatMember]
    /// `nil` until it is known.
    let power: ChatPower?
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
}

extension ChatDetailsContent {
    @MainActor
    init(_ models: SessionModels, canEncrypt: Bool) {
        let details = models.chatDetails
        self.init(
            chat: details.chatID.flatMap(models.chatList.chat), members: details.members, power: details.power,
            isLoading: details.isLoading, isBusy: details.isBusy, error: details.error, field: details.field,
            text: details.text, revision: details.revision, ownUserID: models.account.userID,
            trust: models.trust.listedChatID == details.chatID ? models.trust.people : [:], canEncrypt: canEncrypt)
    }
}
