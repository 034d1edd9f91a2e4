import MatrixAPI

/// Whom a person means by what they typed.
enum ChatPartner: Equatable {
    case valid(UserID)
    /// Right so far, with what is missing.
    case incomplete(String)
    case wrong(String)

    /// A name alone means somebody on the account's own server.
    init(text: String, ownUserID: String) {
        self = ChatPartner.parse(text.trimmed, ownUserID: ownUserID)
    }

    private static func parse(_ text: String, ownUserID: String) -> ChatPartner {
        let server = UserID(ownUserID)?.server ?? ""
        if text.isEmpty { return .incomplete("Type a Matrix ID, as in @bo:\(server)") }
        let named = text.first == "@" ? text : "@" + text
        let complete = named.contains(":") ? named : named + ":" + server
        if isMailAddress(text) { return .wrong("That is an e-mail address: a Matrix ID looks like @name:server.") }
        if named == "@" { return .incomplete("A name comes after the @, as in @bo:\(server)") }
        if named.last == ":" { return .incomplete("A server comes after the colon, as in \(named)\(server)") }
        if text.first == "#" || text.first == "!" { return .wrong("That is the address of a chat, not of a person.") }
        if text.contains(where: \.isWhitespace) { return .wrong("A Matrix ID has no spaces in it.") }
        guard let userID = UserID(complete) else {
            if complete.utf8.count > 255 { return .wrong("That is too long for a Matrix ID.") }
            let server = complete.drop { $0 != ":" }.dropFirst()
            if !ServerName.isValid(String(server)) {
                return .wrong("“\(server)” is no server: it looks like example.org.")
            }
            return .wrong("That is no Matrix ID: it looks like @name:server.")
        }
        if userID.description == ownUserID { return .wrong("That is you.") }
        return .valid(userID)
    }

    /// A second @ may stand in a Matrix ID that is old and whole, and in no other.
    private static func isMailAddress(_ text: String) -> Bool {
        let name = text.drop { $0 == "@" }
        guard name.prefix(while: { $0 != ":" }).contains("@"), !text.contains(where: \.isWhitespace) else {
            return false
        }
        return text.first != "@" || UserID(text) == nil
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
