import MatrixAPI

/// Removes the quotation that older clients put into a reply for clients without replies (client-server API up to
/// 1.12, "Fallbacks for rich replies"). It repeats the quoted message and isn't part of the reply.
enum ReplyFallback {
    /// Removes the quoted lines at the start, which the first line marks as such, and the empty line after them.
    static func strip(body: String) -> String {
        guard ["> <@", "> * <@"].contains(where: body.hasPrefix) else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        var rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
        if rest.first?.isEmpty == true { rest = rest.dropFirst() }
        // A text that consists of its quotation alone was meant as it is.
        return rest.allSatisfy(\.isEmpty) ? body : rest.joined(separator: "\n")
    }

    /// Removes the leading element with the quotation.
    static func strip(html: String) -> String {
        let (open, close) = ("<mx-reply>", "</mx-reply>")
        guard html.hasPrefix(open), let end = html.firstRange(of: close) else { return html }
        return String(html[end.upperBound...])
    }
}

/// The filters for sync requests (client-server API, "Filtering").
package enum SyncRequestFilter {
    static let text = json(messagesEach: 50).serializedText

    /// The filter for the first sync, which returns all chats at once. The user sees few of them, and older messages
    /// load on demand.
    package static let firstText = json(messagesEach: 10).serializedText

    /// The filter for a complete sync of which only the rooms' identifiers are needed.
    static let membershipsText: String = {
        let nothing: JSONValue = ["types": []]
        let json: JSONValue = [
            "room": [
                "state": nothing, "timeline": ["limit": 1, "types": []], "ephemeral": nothing, "account_data": nothing,
            ],
            "presence": nothing, "account_data": nothing,
        ]
        return json.serializedText
    }()

    private static func json(messagesEach limit: Int64) -> JSONValue {
        [
            "room": [
                "state": ["lazy_load_members": true],
                // Not `unread_thread_notifications`: new messages in threads count as new in their chat.
                "timeline": ["limit": .integer(limit)],
            ],
            "presence": ["types": []],
        ]
    }
}
