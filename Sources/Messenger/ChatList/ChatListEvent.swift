/// What somebody does with the chat list itself.
package enum ChatListEvent: RoutedEvent {
    case filtering(text: String)
    case turningArchive
    case turningLeftChats
    case turningIgnoredPeople
}
