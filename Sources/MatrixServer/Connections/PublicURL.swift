import MatrixAPI

/// The address under which clients reach the server from outside, such as `https://chat.example.org`.
package struct PublicURL: Hashable, Sendable, CustomStringConvertible {
    /// The address without a trailing slash.
    package let description: String
    package let isSecure: Bool
    /// The host without a port, in lower case; IPv6 with brackets.
    package let host: String

    /// - Returns: `nil` unless the text is an `http` or `https` address: a host, then optionally a port and a path,
    ///   with no user, query or fragment.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
        let rest = text.dropFirst(scheme.count)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<slash].lowercased()
        let (host, port) = PublicURL.split(authority)
        guard ServerName.isValid(authority), port.map({ (1...65_535).contains(Int($0) ?? 0) }) ?? true else {
            return nil
        }
        var path = rest[slash...]
        guard path.utf8.allSatisfy(PublicURL.isAllowedInPath) else { return nil }
        while path.last == "/" { path.removeLast() }
        isSecure = scheme == "https://"
        self.host = host
        description = scheme + authority + path
    }

    /// The document by which clients discover the address (client-server API, "Well-known URI").
    var wellKnown: JSONValue { ["m.homeserver": ["base_url": .string(description)]] }

    private static func split(_ authority: String) -> (host: String, port: Substring?) {
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        guard let colon = authority[end...].firstIndex(of: ":") else { return (authority, nil) }
        return (String(authority[..<colon]), authority[authority.index(after: colon)...])
    }

    private static func isAllowedInPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/-._~%".utf8.contains(byte)
        }
    }
}
