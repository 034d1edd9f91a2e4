/// A name by which a room is found, such as `#garden:example.org` (specification, appendices, "Room Aliases").
package struct RoomAlias: Hashable, Sendable, CustomStringConvertible {
    package let localpart: String
    package let server: String

    /// - Returns: `nil` where the text is no alias: without `#` or server, with white space or characters of which nothing is seen, of more than
    ///   255 bytes, or no sound identifier (``Swift/String/isSoundIdentifier``).
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

    /// Whether it may stand between `#` and the server's name.
    private static func isValid(localpart: Substring) -> Bool {
        !localpart.isEmpty
            && localpart.unicodeScalars.allSatisfy(\.isVisible)
    }
}

extension Unicode.Scalar {
    /// Whether something is seen of it, so that no two addresses look like one by what isn't.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: false
        default: !properties.isWhitespace
        }
    }
}
