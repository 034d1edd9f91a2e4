import Conversations
import MatrixAPI
import MatrixClient
import ViewModels

/// An item of the outbox that waits to be sent.
enum OutboxItem: Hashable, Sendable {
    /// A line to send.
    ///
    /// - hasFile: whether a file is uploaded first, which can take hours.
    case line(id: String, chatID: String, hasFile: Bool = false)
    /// A read receipt. The latest known position is sent, not the one of the item.
    case receipt(PendingReceipt)

    init(_ line: OutboxLine) { self = .line(id: line.id, chatID: line.chatID, hasFile: line.file != nil) }

    /// The unique identifier of the item.
    var id: String {
        switch self {
        case .line(let id, _, _): id
        case .receipt(let receipt): "read \(receipt.chatID) \(receipt.eventID)"
        }
    }

    /// The lane of the item. Items of one lane are sent in order, and receipts don't wait for messages.
    var lane: String {
        switch self {
        case .line(_, let chatID, _): chatID
        case .receipt(let receipt): "read \(receipt.chatID)"
        }
    }

    var isLine: Bool {
        if case .line = self { true } else { false }
    }

    var hasFile: Bool {
        if case .line(_, _, let hasFile) = self { hasFile } else { false }
    }
}

/// The delay before the next try.
struct RetryDelay: Hashable, Sendable {
    /// The end of the delay, in milliseconds of the owner's clock.
    var until: Int64
    /// Whether the server requested the delay. Then it is never shortened.
    var isServersWish: Bool
}

extension MatrixError {
    fileprivate init(_ code: Code, _ message: String, contact: String?) {
        var details: [String: JSONValue] = [:]
        if let contact { details = ["consent_uri": .string(contact), "admin_contact": .string(contact)] }
        self.init(code, message, details: details)
    }
}

extension OutboxLineFailureReason {
    /// The server's error code; `nil` if the line was refused for another reason.
    var code: MatrixError.Code? {
        guard case .server(let code, _, _, _) = self else { return nil }
        return MatrixError.Code(rawValue: code)
    }

    /// The web page that the user has to visit before sending the line again.
    var page: WebAddress? {
        guard case .server(_, _, _, let contact?) = self else { return nil }
        return WebAddress(contact)
    }

    /// The error message in one line: the cause and the remedy. It may contain untrusted text.
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
