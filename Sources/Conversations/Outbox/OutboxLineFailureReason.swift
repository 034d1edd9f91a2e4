import Foundation

/// The reason why a line of the outbox failed permanently. It is stored with the line, and its text is built when it is
/// shown.
package enum OutboxLineFailureReason: Hashable, Sendable {
    /// The account is no longer in the chat.
    case chatIsLeft
    /// The server may already have the line, and sending it again could duplicate it. A request with it was sent before
    /// this login or more than 23 hours ago, so the server may have forgotten the transaction identifier. The other
    /// cause is that this device can't decrypt the echo of a repeated line.
    case mayBeThere
    /// The chat became encrypted, and the line may have been sent in clear before.
    case mayBeThereInClear
    /// The chat became encrypted, and the line would be sent in clear.
    case wouldGoInClear
    /// The chat became encrypted, and the reason of a redaction would be sent in clear.
    case reasonWouldGoInClear
    /// The chat is encrypted, and this device can't decrypt its stored keys.
    case withoutKeys
    /// The identity keys of people in the chat changed, which can be an attack by a person in the middle. The user
    /// has to accept the new keys before the line is sent.
    case identityChanged(userIDs: [String])
    /// The account enabled the chat's encryption, but the server doesn't report it. The user has to decide before the
    /// line is sent.
    case encryptionMissing
    /// The stored content is not valid content of an event.
    case unreadable
    /// The line that it changes was never sent as an event.
    case targetNotSent
    /// The bytes of its file are no longer on this device.
    case fileIsGone
    /// The file exceeds the server's limit; both numbers are in bytes.
    case fileTooLarge(size: Int64, limit: Int64)
    /// The server refused it.
    ///
    /// - Parameters:
    ///   - code: the error code, such as `M_FORBIDDEN` (client-server API, "Standard error response").
    ///   - said: the server's message, which may be empty.
    ///   - status: the HTTP status.
    ///   - contact: the address at which the user can do what the server requires, as the server gives it.
    case server(code: String, said: String, status: Int, contact: String? = nil)
    /// The response is not from a Matrix server.
    case notMatrix(status: Int)
    /// A reason as plain text, stored with the line or meant for a developer.
    case said(String)
}

/// The stored form: plain text for ``OutboxLineFailureReason/said(_:)``, and JSON for the other reasons.
extension OutboxLineFailureReason: Codable {
    package init(stored: String) {
        self = (try? JSONDecoder().decode(OutboxLineFailureReason.self, from: Data(stored.utf8))) ?? .said(stored)
    }

    package var stored: String {
        if case .said(let words) = self { return words }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
