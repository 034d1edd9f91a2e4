/// A part of a chat's past that is asked for once more: somebody may have spoken there whom the account ignored, and whose
/// words a server keeps to itself meanwhile.
package struct UnheardPart: Hashable, Sendable {
    package let chatID: String
    /// When that began, in milliseconds since 1970; 0 where it was so before this device knew of anything.
    package let since: Int64
    /// Asks for what is before what came so far; `nil` where nothing came yet.
    package let token: String?
    /// The event that follows on that.
    package let nextEventID: String?

    package init(chatID: String, since: Int64, token: String?, nextEventID: String?) {
        self.chatID = chatID
        self.since = since
        self.token = token
        self.nextEventID = nextEventID
    }
}
