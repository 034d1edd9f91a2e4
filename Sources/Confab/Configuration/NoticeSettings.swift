/// By what means a notice reaches a person.
struct NoticeSettings: Hashable, Sendable {
    enum Desktop: String, CaseIterable, Sendable {
        /// By the session's bus where there is one, else as the terminal is known to have it.
        case auto
        case dbus, osc9, osc777, osc99, off
    }

    var bell = true
    var desktop = Desktop.auto
    /// A program and its arguments; empty for none.
    var command: [String] = []
    /// Whether the unread total stands in the title of the window.
    var title = true
}
