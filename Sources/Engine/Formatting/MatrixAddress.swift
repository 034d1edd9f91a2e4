import Foundation
package import MatrixAPI

/// The target of a Matrix address (appendices, "Room Aliases", "matrix.to navigation" and "Matrix URI scheme").
package enum MatrixAddress: Hashable, Sendable {
    case room(RoomAddress)
    case person(UserID)

    /// - Parameters:
    ///   - text: an alias, an identifier, a matrix.to link or a `matrix:` URI. Surrounding white space is ignored.
    ///   - server: the account's server, for an alias without one.
    package init?(_ text: String, server: String) {
        let text = text.trimmed
        for prefix in MatrixAddress.links where text.prefix(prefix.count).lowercased() == prefix {
            self.init(link: text.dropFirst(prefix.count))
            return
        }
        if text.prefix(MatrixAddress.scheme.count).lowercased() == MatrixAddress.scheme {
            self.init(uri: text.dropFirst(MatrixAddress.scheme.count))
        } else {
            let isShort = text.first == "#" && !text.contains(":")
            self.init(identifier: isShort ? "\(text):\(server)" : text)
        }
    }

    /// The address of the chat, if the target is a chat or a message in it.
    package var room: RoomAddress? {
        guard case .room(let address) = self else { return nil }
        return address
    }

    private static let links = ["https://matrix.to/#/", "http://matrix.to/#/"]
    private static let scheme = "matrix:"
    private static let sigils = ["r": "#", "roomid": "!", "u": "@"]

    private init?(identifier: String, servers: [String] = [], eventID: String? = nil) {
        switch identifier.first {
        case "@":
            guard let person = UserID(identifier) else { return nil }
            self = .person(person)
        case "#":
            guard let alias = RoomAlias(identifier) else { return nil }
            self = .room(RoomAddress(name: alias.description, servers: servers, eventID: eventID))
        case "!":
            guard MatrixAddress.isOpaque(identifier) else { return nil }
            self = .room(RoomAddress(name: identifier, servers: servers, eventID: eventID))
        default: return nil
        }
    }

    private init?(link: Substring) {
        guard let (parts, servers) = MatrixAddress.parts(link), let identifier = parts.first else { return nil }
        guard parts.count > 1 else {
            self.init(identifier: identifier, servers: servers)
            return
        }
        guard parts.count == 2, parts[1].first == "$", MatrixAddress.isOpaque(parts[1]) else { return nil }
        self.init(identifier: identifier, servers: servers, eventID: parts[1])
    }

    private init?(uri: Substring) {
        guard let (parts, servers) = MatrixAddress.parts(uri), parts.count == 2 || parts.count == 4,
            let sigil = MatrixAddress.sigils[parts[0]]
        else { return nil }
        var eventID: String?
        if parts.count == 4 {
            guard parts[2] == "e", MatrixAddress.isOpaque("$" + parts[3]) else { return nil }
            eventID = "$" + parts[3]
        }
        self.init(identifier: sigil + parts[1], servers: servers, eventID: eventID)
    }

    /// Returns the parts between slashes, and the servers of the `via` parameters.
    private static func parts(_ text: Substring) -> ([String], servers: [String])? {
        let path = text.prefix { $0 != "?" }
        let parts = path.split(separator: "/").map { $0.removingPercentEncoding }
        let whole = parts.compactMap(\.self)
        guard whole.count == parts.count else { return nil }
        let servers = text.dropFirst(path.count).dropFirst().split(separator: "&").compactMap { parameter -> String? in
            guard parameter.hasPrefix("via=") else { return nil }
            return parameter.dropFirst(4).removingPercentEncoding.flatMap { ServerName.isValid($0) ? $0 : nil }
        }
        return (whole, Array(servers.prefix(maxServers)))
    }

    /// The maximum number of servers that are sent with a request. The specification recommends the same number for
    /// links.
    private static let maxServers = 3

    /// Whether the text is a plausible room or event identifier, which has no grammar of its own.
    private static func isOpaque(_ text: String) -> Bool {
        text.count > 1 && text.utf8.count <= 255 && text.isSoundIdentifier
            && text.unicodeScalars.allSatisfy(\.isVisible)
    }
}
