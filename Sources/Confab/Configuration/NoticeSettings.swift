/// The settings for notifications.
struct NoticeSettings: Hashable, Sendable {
    enum Desktop: String, CaseIterable, Sendable {
        /// By the session's bus if there is one, else by the sequence that the terminal is known to support.
        case auto
        case dbus, osc9, osc777, osc99, off
    }

    var bell = true
    var desktop = Desktop.auto
    /// A program and its arguments; empty for none.
    var command: [String] = []
    /// Whether the window title shows the unread total.
    var title = true
}
