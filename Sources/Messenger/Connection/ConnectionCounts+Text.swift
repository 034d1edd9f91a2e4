import ViewModels

extension ConnectionCounts {
    /// The counts as in `1 failed · 3 unread`; empty if all are 0.
    var text: DisplayText {
        let refused = refused > 0 ? [String.words("connection.failed", count: refused)] : []
        let unsent = unsent > 0 ? [String.words("connection.unsent", count: unsent)] : []
        let unread = unread > 0 ? [String.words("connection.unread", count: unread)] : []
        return DisplayText(sanitizing: (refused + unsent + unread).joined(separator: " · "))
    }

    /// The window title as in `(3) Confab`.
    var windowTitle: DisplayText { unread > 0 ? DisplayText(sanitizing: "(\(unread)) Confab") : "Confab" }
}
