/// The one table of all actions and their keys. Footer, menu, help screen, command list and confab-keys(7) are made from
/// it, by way of a ``KeyMap`` where a person may have chosen other keys.
package enum BindingTable {
    package static let all =
        writing + chatList + chatDetails + forms + selection + messages + chats + organizing + people + devices
        + reading
        + anywhere + textFields + writingMore
}
