/// What raises a notice outside of the screen, and what it says.
package struct NoticeRules: Hashable, Sendable {
    package enum What: String, CaseIterable, Sendable {
        /// What the server counts: muted chats raise nothing.
        case all
        case mentions
        case none
    }

    package enum Shown: String, CaseIterable, Sendable {
        case text
        /// Only where it was said.
        case who
    }

    package var what = What.all
    package var shown = Shown.text
    /// Whether the chat on screen raises one as well, while the terminal doesn't have the focus.
    package var includesChatOnScreen = true
    /// When nothing is raised; `nil` is never.
    package var quietHours: QuietHours?

    package init() {}
}
