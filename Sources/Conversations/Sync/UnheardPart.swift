/// A part of a chat's history to request again. The server withholds messages of an ignored person, so messages sent
/// while somebody was ignored may be missing there.
package struct UnheardPart: Hashable, Sendable {
    package let chatID: String
    /// The time at which the person was ignored, in milliseconds since 1970; 0 if that was before this device's first
    /// sync.
    package let since: Int64
    /// The token that requests the messages before those received so far; `nil` if none were received yet.
    package let token: String?
    /// The event that follows the missing part.
    package let nextEventID: String?

    package init(chatID: String, since: Int64, token: String?, nextEventID: String?) {
        self.chatID = chatID
        self.since = since
        self.token = token
        self.nextEventID = nextEventID
    }
}
