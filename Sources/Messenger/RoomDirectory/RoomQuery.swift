import MatrixAPI

/// What somebody looks for among the chats that a server lists.
package struct RoomQuery: Hashable, Sendable {
    /// What names, topics or aliases have in them; empty for all.
    package let term: String
    /// Whose list it is; `nil` for the own server's.
    package let server: String?

    /// - Parameter text: as it is typed; `#:example.org` in it names another server.
    package init(_ text: String) {
        var words = text.split(whereSeparator: \.isWhitespace)
        let named = words.firstIndex { $0.hasPrefix("#:") && ServerName.isValid(String($0.dropFirst(2))) }
        server = named.map { String(words.remove(at: $0).dropFirst(2)) }
        term = words.joined(separator: " ")
    }
}
