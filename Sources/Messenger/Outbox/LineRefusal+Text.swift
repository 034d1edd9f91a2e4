import Conversations
import MatrixAPI
import MatrixClient
import ViewModels

extension LineRefusal {
    /// What happened and what to do, in one line; it may hold text from outside.
    var text: String {
        switch self {
        case .chatIsLeft: .words("refusal.chat-is-left")
        case .mayBeThere: .words("refusal.may-be-there")
        case .mayBeThereInClear: .words("refusal.may-be-there-in-clear")
        case .wouldGoInClear: .words("refusal.would-go-in-clear")
        case .reasonWouldGoInClear: .words("refusal.reason-would-go-in-clear")
        case .withoutKeys: .words("refusal.without-keys")
        case .identityChanged(let userIDs): .words("refusal.identity-changed", ["people": Naming.list(userIDs)])
        case .encryptionMissing: .words("refusal.encryption-missing")
        case .unreadable: .words("refusal.unreadable")
        case .targetNotSent: .words("refusal.target-not-sent")
        case .fileIsGone: .words("refusal.file-is-gone")
        case .fileTooLarge(let size, let limit): FileProblem.tooLarge(size: size, limit: limit).text
        case .server(let code, let said, let status):
            MatrixClientError.matrix(
                MatrixError(.init(rawValue: code), said), status: status, retryAfterMilliseconds: nil
            )
            .message
        case .notMatrix(let status): MatrixClientError.notMatrix(status: status).message
        case .said(let words): words
        }
    }
}
