import MatrixAPI

/// The argument of a join command: the chat's address and a reason.
struct JoinArgument: Hashable {
    let address: RoomAddress
    /// The reason that the chat's members can read; `nil` if none was typed.
    let reason: String?

    /// - Parameters:
    ///   - text: the typed text, such as `#garden:example.org I am Bo's sister`.
    ///   - server: the account's server, for an address without one.
    /// - Returns: `nil` if the text doesn't begin with an address.
    init?(_ text: String, server: String) {
        let text = text.trimmed
        let first = text.prefix { !$0.isWhitespace }
        guard let room = MatrixAddress(String(first), server: server)?.room else { return nil }
        address = room
        let rest = String(text.dropFirst(first.count)).trimmed
        reason = rest.isEmpty ? nil : rest
        // A short alias followed by words is ambiguous: the words may be a reason or a part of the name.
        guard reason == nil || first.contains(":") || first.first != "#" else { return nil }
    }
}
