/// A heading of the help screen and of confab-keys(7).
package enum BindingGroup: String, CaseIterable, Hashable, Sendable {
    case chats = "Chats"
    case chatList = "Chat list"
    case chatDetails = "Chat details"
    case messages = "Messages"
    case selection = "Selected message"
    case people = "New chat and contacts"
    case writing = "Writing"
    case anywhere = "Anywhere"
    case textFields = "Text fields"
    case forms = "Forms and questions"
    case reading = "Lists, help and menu"
}
