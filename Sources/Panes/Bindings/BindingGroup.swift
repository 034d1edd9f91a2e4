import ViewModels

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
