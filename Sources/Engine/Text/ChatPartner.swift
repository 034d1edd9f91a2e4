package import MatrixAPI

/// The result of parsing a typed text that identifies a person.
package enum ChatPartner: Equatable {
    case valid(UserID)
    /// The text is valid so far, but something is missing.
    case incomplete(InvalidReason)
    case wrong(InvalidReason)

    /// A missing part of the typed text, or an error in it.
    package enum InvalidReason: Hashable, Sendable {
        case nothing(server: String)
        case mailAddress
        case noName(server: String)
        case noServer(named: String, server: String)
        /// The text is the address of a room, not of a person.
        case chatAddress
        case spaces
        case tooLong
        case badServer(String)
        case noID
        case oneself
    }

    /// Parses a text. A bare name stands for a user of the account's own server, and a link to a person for that
    /// person.
    package init(text: String, ownUserID: String) {
        var text = text.trimmed
        if case .person(let userID) = MatrixAddress(text, server: "") { text = userID.description }
        self = ChatPartner.parse(text, ownUserID: ownUserID)
    }

    private static func parse(_ text: String, ownUserID: String) -> ChatPartner {
        let server = UserID(ownUserID)?.server ?? ""
        if text.isEmpty { return .incomplete(.nothing(server: server)) }
        let named = text.first == "@" ? text : "@" + text
        let complete = named.contains(":") ? named : named + ":" + server
        if isMailAddress(text) { return .wrong(.mailAddress) }
        if named == "@" { return .incomplete(.noName(server: server)) }
        if named.last == ":" { return .incomplete(.noServer(named: named, server: server)) }
        if text.first == "#" || text.first == "!" { return .wrong(.chatAddress) }
        if text.contains(where: \.isWhitespace) { return .wrong(.spaces) }
        guard let userID = UserID(complete) else {
            if complete.utf8.count > 255 { return .wrong(.tooLong) }
            let server = complete.drop { $0 != ":" }.dropFirst()
            if !ServerName.isValid(String(server)) {
                return .wrong(.badServer(String(server)))
            }
            return .wrong(.noID)
        }
        if userID.description == ownUserID { return .wrong(.oneself) }
        return .valid(userID)
    }

    /// Whether the text looks like a mail address. Only a complete Matrix ID of an old account may contain a
    /// second @.
    private static func isMailAddress(_ text: String) -> Bool {
        let name = text.drop { $0 == "@" }
        guard name.prefix(while: { $0 != ":" }).contains("@"), !text.contains(where: \.isWhitespace) else {
            return false
        }
        return text.first != "@" || UserID(text) == nil
    }
}

extension String {
    /// The text without white space at both ends.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
