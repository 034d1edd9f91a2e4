package import ViewModels

/// The effect of a letter, if an action has several letters.
package struct ActionChoice {
    package let title: DisplayText
    /// The reason why it can't be chosen now.
    package let reason: DisplayText?

    package init(title: DisplayText, reason: DisplayText?) {
        self.title = title
        self.reason = reason
    }
}

/// A heading of the help screen and of confab-keys(7).
package enum BindingGroup: CaseIterable, Hashable, Sendable {
    case chats, chatList, chatDetails, messages, selection, people, devices, writing, anywhere, textFields, forms,
        reading

    package var title: String {
        switch self {
        case .chats: .words("binding-group.chats")
        case .chatList: .words("binding-group.chat-list")
        case .chatDetails: .words("binding-group.chat-details")
        case .messages: .words("binding-group.messages")
        case .selection: .words("binding-group.selection")
        case .people: .words("binding-group.people")
        case .devices: .words("binding-group.devices")
        case .writing: .words("binding-group.writing")
        case .anywhere: .words("binding-group.anywhere")
        case .textFields: .words("binding-group.text-fields")
        case .forms: .words("binding-group.forms")
        case .reading: .words("binding-group.reading")
        }
    }
}

/// The priority of an action in the footer, which has little space, and the panes that show it. The text is
/// ``ActionBinding/footerWord``.
package struct FooterPriority: Hashable, Sendable {
    /// Lower numbers are shown first if not all entries fit.
    package let priority: Int
    /// The panes whose footer shows the action; `nil` for all panes that have the action.
    package let panes: Set<PaneContext>?

    package init(_ priority: Int, panes: Set<PaneContext>? = nil) {
        self.priority = priority
        self.panes = panes
    }
}

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
