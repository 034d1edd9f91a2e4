import ViewModels

/// A letter of the `^O` menu that leads to more letters.
///
/// How to choose an action's letters: a frequent action without a plain key gets one letter (`n`, `a`, `h`). All
/// others get two, the group's and their own, as in `mr` for *reply*: `menu: ["mr"]`. Within a group a single letter
/// identifies each title, so use its first letter or a prominent one. A group's letter is never the single letter of
/// an action. BindingTableTests report two entries that collide in one pane. A group is shown only if it has an
/// action.
package enum MenuGroup: Character, CaseIterable, Hashable, Sendable {
    case message = "m"
    /// The open chat, or the chat selected in the list.
    case chat = "o"
    case list = "i"
    case people = "u"
    case writing = "w"
    case settings = "s"

    package var title: String {
        switch self {
        case .message: .words("menu-group.message")
        case .chat: .words("menu-group.chat")
        case .list: .words("menu-group.list")
        case .people: .words("menu-group.people")
        case .writing: .words("menu-group.writing")
        case .settings: .words("menu-group.settings")
        }
    }
}
