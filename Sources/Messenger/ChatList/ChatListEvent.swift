/// What somebody does with the chat list itself.
package enum ChatListEvent {
    case filtering(text: String)
    case turningArchive
    case turningLeftChats
    case turningIgnoredPeople
}
