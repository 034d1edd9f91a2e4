import Conversations
import Engine
import MatrixAPI
import MatrixClient
import ViewModels

extension MatrixError {
    fileprivate init(_ code: Code, _ message: String, contact: String?) {
        var details: [String: JSONValue] = [:]
        if let contact { details = ["consent_uri": .string(contact), "admin_contact": .string(contact)] }
        self.init(code, message, details: details)
    }
}

extension OutboxLineFailureReason {
    /// The error message in one line: the cause and the remedy. It may contain untrusted text.
    package var text: String {
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
        case .fileTooLarge(let size, let limit): OutboxFileError.tooLarge(size: size, limit: limit).text
        case .server(let code, let said, let status, let contact):
            MatrixClientError.matrix(
                MatrixError(.init(rawValue: code), said, contact: contact), status: status, retryAfterMilliseconds: nil
            )
            .message
        case .notMatrix(let status): MatrixClientError.notMatrix(status: status).message
        case .said(let words): words
        }
    }
}
