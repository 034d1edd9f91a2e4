import MatrixAPI

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
