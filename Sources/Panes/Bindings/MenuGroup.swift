import ViewModels

/// A letter of the `^O` menu that leads to more letters.
///
/// How to choose an action's letters: what is done many times a day and has no plain key gets one letter (`n`, `a`, `h`);
/// all else gets two, its group's and one of its own, as `mr` for *reply*: `menu: ["mr"]`. One letter of a group is enough for each
/// title, so take the title's first letter, or the one that sounds. A group's letter is no action's single letter;
/// BindingTableTests say where two collide in one pane. A group is shown only where it has an action.
package enum MenuGroup: Character, CaseIterable, Hashable, Sendable {
    case message = "m"
    /// The open chat, or the one chosen in the list.
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
