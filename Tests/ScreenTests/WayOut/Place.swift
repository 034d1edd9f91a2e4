import Panes

/// A pane context and the way to it from the open chat.
struct Place: CustomStringConvertible {
    let context: PaneContext
    /// The pressed keys of each step, and the text that is visible after it.
    let way: [(keys: String, sight: String)]
    /// The text in the composer meanwhile.
    var draft = "half a line"

    var description: String { context.rawValue }

    /// Every context that can be reached from a chat.
    static let all = [
        Place(context: .composer, way: []),
        Place(context: .emptyComposer, way: [], draft: ""),
        Place(context: .completion, way: [("Space : s e e d", "Emoji")]),
        Place(context: .prefix, way: [("^X", "your editor")]),
        Place(context: .selection, way: [("↑", "r reply")], draft: ""),
        Place(context: .chatList, way: list),
        Place(context: .chatFilter, way: list + [("T", "/T")]),
        Place(context: .chatName, way: list + [("^O o r x", "Name: Teax")]),
        Place(context: .chatDetails, way: details),
        Place(context: .chatDetailsField, way: details + [("Enter", ": a letter"), ("t x", "Enter take over")]),
        Place(context: .createChat, way: [("F4", "With whom?")]),
        Place(context: .addingMember, way: [("F4", "With whom?"), ("b o", "Enter add")]),
        Place(context: .contacts, way: [("F5", "Contacts (")]),
        Place(context: .editContact, way: [("F5", "Contacts ("), ("F4", "New contact")]),
        Place(context: .devices, way: [("^O", "Menu: a letter"), ("s d", "Where you are logged in")]),
        Place(context: .security, way: [("^O", "Menu: a letter"), ("s k", "Make a recovery key")]),
        Place(context: .verification, way: details + member + [("u v", "There is no device")]),
        Place(context: .menu, way: [("^O", "Menu: a letter"), ("o", "This chat: a letter")]),
        Place(context: .help, way: [("F1", "Help ›"), ("c", "Help › c")]),
        Place(context: .fuzzyList, way: [("F2", "Commands")]),
        Place(context: .confirmation, way: [("^O", "Menu: a letter"), ("v", "y leaves")]),
        Place(context: .question, way: [("↑", "r reply"), ("M-d", "Delete this message?"), ("x", " x")], draft: ""),
        Place(
            context: .page, way: [("↑", "r reply"), ("Enter", ": a letter"), ("i", "The story of a message")], draft: ""
        ),
    ]

    /// ``all`` in four parts.
    static let quarters = (0..<4).map { all.count * $0 / 4..<all.count * ($0 + 1) / 4 }

    private static let list = [(keys: "Shift-Tab", sight: "Enter open")]
    /// The last member, with everything above.
    private static let member = [(keys: "↓ ↓ ↓ ↓ ↓ ↓ ↓ ↓ ↓ ↓ ^O", sight: "Menu: a letter")]
    private static let details = [(keys: "M-i", sight: "Enter actions")]
}
