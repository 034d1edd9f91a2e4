import MatrixAPI

/// What stands behind a command to join: the chat's address, and why.
struct JoinArgument: Hashable {
    let address: RoomAddress
    /// What those who are in it read; `nil` where nothing was written.
    let reason: String?

    /// - Parameters:
    ///   - text: as in `#garden:example.org I am Bo's sister`.
    ///   - server: the account's own, for an address that names none.
    /// - Returns: `nil` where it doesn't begin with an address.
    init?(_ text: String, server: String) {
        let text = text.trimmed
        let first = text.prefix { !$0.isWhitespace }
        guard let room = MatrixAddress(String(first), server: server)?.room else { return nil }
        address = room
        let rest = String(text.dropFirst(first.count)).trimmed
        reason = rest.isEmpty ? nil : rest
        // Of a short name with words behind it nobody knows whether it is a name with a blank.
        guard reason == nil || first.contains(":") || first.first != "#" else { return nil }
    }
}
