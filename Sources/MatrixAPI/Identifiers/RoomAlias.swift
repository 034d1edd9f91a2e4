/// A room alias, such as `#garden:example.org` (specification, appendices, "Room Aliases").
package struct RoomAlias: Hashable, Sendable, CustomStringConvertible {
    package let localpart: String
    package let server: String

    /// - Returns: `nil` if the text is no alias: without `#` or server, with white space or invisible characters,
    ///   longer than 255 bytes, or no valid identifier (``Swift/String/isSoundIdentifier``).
    package init?(_ text: String) {
        guard text.first == "#", text.utf8.count <= 255, text.isSoundIdentifier else { return nil }
        let rest = text.dropFirst()
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        let server = String(rest[rest.index(after: colon)...])
        guard ServerName.isValid(server), RoomAlias.isValid(localpart: rest[..<colon]) else { return nil }
        localpart = String(rest[..<colon])
        self.server = server
    }

    package var description: String { "#\(localpart):\(server)" }

    /// Whether it may be between `#` and the server's name.
    private static func isValid(localpart: Substring) -> Bool {
        !localpart.isEmpty
            && localpart.unicodeScalars.allSatisfy(\.isVisible)
    }
}

extension Unicode.Scalar {
    /// Whether the character is visible. Invisible ones would make different addresses look the same.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: false
        default: !properties.isWhitespace
        }
    }
}
