/// A Matrix user identifier such as `@ana:example.org` (specification, appendices, "User identifiers").
package struct UserID: Hashable, Sendable, CustomStringConvertible {
    package let localpart: String
    package let server: String

    /// Parses an identifier, including historical localparts: any non-empty one without `:` and control characters.
    /// It has at most 255 bytes in all and is a valid identifier (``Swift/String/isSoundIdentifier``).
    package init?(_ text: String) {
        guard text.first == "@", text.utf8.count <= 255, text.isSoundIdentifier else { return nil }
        let rest = text.dropFirst()
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        let localpart = String(rest[..<colon])
        let server = String(rest[rest.index(after: colon)...])
        guard !localpart.isEmpty, ServerName.isValid(server) else { return nil }
        guard localpart.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else { return nil }
        self.localpart = localpart
        self.server = server
    }

    package var description: String { "@\(localpart):\(server)" }

    /// Whether a new account may have this localpart: `a-z0-9._=-/+`, not empty.
    package static func isAllowedForNewAccount(localpart: String) -> Bool {
        !localpart.isEmpty
            && localpart.unicodeScalars.allSatisfy { scalar in
                ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || "._=-/+".unicodeScalars.contains(scalar)
            }
    }
}
