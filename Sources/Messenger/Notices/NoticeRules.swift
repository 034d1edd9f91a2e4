/// The settings for notifications outside of the screen, and their contents.
package struct NoticeRules: Hashable, Sendable {
    package enum What: String, CaseIterable, Sendable {
        /// All messages in the server's unread count, which leaves out muted chats.
        case all
        case mentions
        case none
    }

    package enum Shown: String, CaseIterable, Sendable {
        case text
        /// Only the chat's name.
        case who
    }

    package var what = What.all
    package var shown = Shown.text
    /// Whether the chat on screen raises notifications too, while the terminal has no focus.
    package var includesChatOnScreen = true
    /// The time without notifications; `nil` for none.
    package var quietHours: QuietHours?

    package init() {}
}
