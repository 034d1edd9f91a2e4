package import Conversations
package import MatrixAPI
package import MatrixClient

/// Changes of the connection.
package enum ConnectionEvent: RoutedEvent {
    case changed(ConnectionState)
    /// The built-in server did not start. Stored chats can still be read.
    case notStarted(any Reason)
    /// A request got no response, so that the connection may be broken although its state says otherwise.
    case inDoubt
    /// The server accepts lines, but the sync doesn't deliver them: the sync is broken.
    case deaf
    /// The server stopped answering, or answers again.
    case found(ResponseWatchdog.Finding)
    /// Queued lines wait this many milliseconds for their next retry, because the server asked for it or one
    /// failed; `nil` if none wait.
    case linesWait(milliseconds: Int64?, isServersWish: Bool)
    /// The user retries at once.
    case tryingNow
    /// A second passed in the countdown to the next retry.
    case counted
    /// Received data can't be stored, or can be again.
    case storageProblem(FailureReason?)
}

/// Events from the homeserver.
package enum SyncEvent: RoutedEvent {
    /// A slice of a sync was stored on disk.
    case received(AppliedSlice, isFirstSync: Bool)
    /// A sync changed the contacts on disk.
    case contactsChanged
    /// The people who are typing in a chat changed.
    case typing(chatID: String, userIDs: [String])
}

extension SpaceChild {
    /// - Returns: `nil` if the event isn't an `m.space.child` that names a room.
    package init?(_ event: MatrixEvent) {
        guard event.type == "m.space.child", let chatID = event.stateKey, chatID.hasPrefix("!") else { return nil }
        let servers = (event.content["via"]?.identifiers ?? []).filter { !$0.isEmpty && !$0.contains(" ") }
        self.init(
            chatID: chatID, order: event.content["order"]?.spaceOrder, addedAt: event.timestamp,
            servers: Array(servers.prefix(10)))
    }
}

/// Removes the quotation that older clients put into a reply for clients without replies (client-server API up to
/// 1.12, "Fallbacks for rich replies"). It repeats the quoted message and isn't part of the reply.
package enum ReplyFallback {
    /// Removes the quoted lines at the start, which the first line marks as such, and the empty line after them.
    package static func strip(body: String) -> String {
        guard ["> <@", "> * <@"].contains(where: body.hasPrefix) else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        var rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
        if rest.first?.isEmpty == true { rest = rest.dropFirst() }
        // A text that consists of its quotation alone was meant as it is.
        return rest.allSatisfy(\.isEmpty) ? body : rest.joined(separator: "\n")
    }

    /// Removes the leading element with the quotation.
    package static func strip(html: String) -> String {
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
    package static let membershipsText: String = {
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
