import Foundation

/// Why a line was refused for good. It is kept with the line, and words are made of it where it is shown.
package enum LineRefusal: Hashable, Sendable {
    /// The account is not in the chat any more.
    case chatIsLeft
    /// It may have been sent before this login or a day ago.
    case mayBeThere
    /// The chat is encrypted by now, and the line may have been sent before.
    case mayBeThereInClear
    /// The chat is encrypted by now.
    case wouldGoInClear
    /// The chat is encrypted by now, and the reason of a deletion would go in clear.
    case reasonWouldGoInClear
    /// The chat is encrypted, and this device's keys can't be opened.
    case withoutKeys
    /// The keys that stand for people in the chat are others than they were: somebody may stand between. A person has
    /// to answer for them before it goes.
    case identityChanged(userIDs: [String])
    /// The account asked for the chat's encryption, and the server doesn't show it. A person decides before it goes.
    case encryptionMissing
    /// What is kept of it is no content of an event.
    case unreadable
    /// The line that it changes has no event.
    case targetNotSent
    /// The bytes of its file are not on this device any more.
    case fileIsGone
    /// The server takes no file of this size; both in bytes.
    case fileTooLarge(size: Int64, limit: Int64)
    /// The server refused it.
    ///
    /// - Parameters:
    ///   - code: the error's, as in `M_FORBIDDEN` (client-server API, "Standard error response").
    ///   - said: the server's words, which may be empty.
    ///   - contact: where a person can do what the server waits for, as it says that.
    case server(code: String, said: String, status: Int, contact: String? = nil)
    /// What answered is no Matrix server.
    case notMatrix(status: Int)
    /// In words that were kept with it, or in a developer's.
    case said(String)
}

/// As it is kept: as JSON, and as the words themselves where it is no more than these.
extension LineRefusal: Codable {
    package init(stored: String) {
        self = (try? JSONDecoder().decode(LineRefusal.self, from: Data(stored.utf8))) ?? .said(stored)
    }

    package var stored: String {
        if case .said(let words) = self { return words }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
