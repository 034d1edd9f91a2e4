import ViewModels

/// A heading of the help screen and the rows below it.
package struct HelpSection: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package let keys: String
        package let title: String
        /// The action's name in the configuration file.
        package let name: String
    }

    package let title: String
    package let rows: [Row]

    /// The mouse gestures, available if the settings let the program handle the mouse.
    static let mouse = HelpSection(
        title: .words("mouse.title"),
        rows: [
            Row(keys: .words("mouse.click"), title: .words("mouse.click-does"), name: "mouse"),
            Row(keys: .words("mouse.message"), title: .words("mouse.message-does"), name: "mouse"),
            Row(keys: .words("mouse.link"), title: .words("mouse.link-does"), name: "mouse"),
            Row(keys: .words("mouse.answer"), title: .words("mouse.answer-does"), name: "mouse"),
            Row(keys: .words("mouse.wheel"), title: .words("mouse.wheel-does"), name: "mouse"),
            Row(keys: .words("mouse.shift"), title: .words("mouse.shift-does"), name: "mouse"),
        ])

    /// The symbols of the chat list and their meanings.
    static var marks: HelpSection {
        HelpSection(
            title: .words("help.marks"),
            rows: [
                Row(mark: Marks.unread, .words("help.mark-unread")),
                Row(mark: Marks.mention, .words("help.mark-mention")),
                Row(mark: Marks.invitation, .words("help.mark-invitation")),
                Row(mark: Marks.draft, .words("help.mark-draft")),
                Row(mark: Marks.failed, .words("help.mark-failed")),
                Row(mark: Marks.busy, .words("help.mark-busy")),
                Row(mark: Marks.pinned, .words("help.mark-pinned")),
                Row(mark: Marks.muted, .words("help.mark-muted")),
                Row(mark: Marks.forMentions, .words("help.mark-for-mentions")),
                Row(mark: Marks.news, .words("help.mark-news")),
                Row(mark: Marks.thread, .words("help.mark-thread")),
                Row(mark: "\(Marks.folded) \(Marks.unfolded)", .words("help.mark-fold")),
            ])
    }

    /// Returns the meaning of a symbol in the chat list; `nil` for unknown symbols.
    package static func meaning(ofMark mark: String) -> String? {
        marks.rows.first { $0.keys.split(separator: " ").contains(Substring(mark)) }?.title
    }

    private init(title: String, rows: [Row]) {
        self.title = title
        self.rows = rows
    }

    init(title: String, bindings: [ActionBinding]) {
        self.title = title
        rows = bindings.map { Row(keys: $0.keyNames, title: $0.title, name: $0.id.name) }
    }
}

extension HelpSection.Row {
    fileprivate init(mark: String, _ title: String) { self.init(keys: mark, title: title, name: "") }
}
