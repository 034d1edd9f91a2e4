/// The only table of actions and their keys. Footer, menu, help screen, command list and confab-keys(7) are generated
/// from it. They use a ``KeyMap`` if the user may have configured other keys.
package enum BindingTable {
    package static let all =
        writing + chatList + chatDetails + forms + selection + messages + chats + organizing + people + devices
        + reading
        + anywhere + textFields + writingMore
}
