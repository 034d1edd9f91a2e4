/// The address of a file on a server: `mxc://example.org/abc` (client-server API, "Matrix Content (MXC) URIs").
package struct MediaAddress: Hashable, Sendable, CustomStringConvertible {
    package let server: String
    package let mediaID: String

    /// Accepts only the characters that the specification allows in an identifier, so that it can't lead to another
    /// path.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.scheme), text.utf8.count <= Self.longest else { return nil }
        let parts = text.dropFirst(Self.scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, ServerName.isValid(String(parts[0])), !parts[1].isEmpty,
            parts[1].utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        server = String(parts[0])
        mediaID = String(parts[1])
    }

    package var description: String { "\(Self.scheme)\(server)/\(mediaID)" }

    private static let scheme = "mxc://"
    private static let longest = 512

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

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

/// The grammar of a Matrix server name: a DNS name or an IP address with an optional port (appendices, "Server name").
package enum ServerName {
    package static func isValid(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 230 else { return false }
        var host = Substring(text)
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { return false }
            let address = host[host.index(after: host.startIndex)..<end]
            guard !address.isEmpty, address.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else { return false }
            return isValidPort(host[host.index(after: end)...])
        }
        if let colon = host.firstIndex(of: ":") {
            guard isValidPort(host[colon...]) else { return false }
            host = host[..<colon]
        }
        return !host.isEmpty
            && host.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-.".unicodeScalars.contains(scalar))
            }
    }

    private static func isValidPort(_ suffix: Substring) -> Bool {
        if suffix.isEmpty { return true }
        let digits = suffix.dropFirst()
        return suffix.first == ":" && (1...5).contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

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
