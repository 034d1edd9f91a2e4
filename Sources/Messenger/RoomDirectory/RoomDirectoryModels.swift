package import Engine
import MatrixAPI
package import ViewModels

/// Errors of loading the directory, or of joining a room from it.
package enum RoomDirectoryFailureReason: Hashable, Sendable {
    case notListed(FailureReason)
    case notJoined(RoomAddress, JoinError)

    package var text: DisplayText {
        switch self {
        case .notListed(let reason): .words("room-directory.not-listed", ["reason": reason.text])
        case .notJoined(let address, let refusal): DisplayText(sanitizing: refusal.text(address))
        }
    }
}

/// A search query for a room directory.
package struct RoomQuery: Hashable, Sendable {
    /// The text to find in names, topics and aliases; empty for all rooms.
    package let term: String
    /// The server of the directory; `nil` for the account's server.
    package let server: String?

    /// - Parameter text: the typed text, in which `#:example.org` selects another server.
    package init(_ text: String) {
        var words = text.split(whereSeparator: \.isWhitespace)
        let named = words.firstIndex { $0.hasPrefix("#:") && ServerName.isValid(String($0.dropFirst(2))) }
        server = named.map { String(words.remove(at: $0).dropFirst(2)) }
        term = words.joined(separator: " ")
    }
}
