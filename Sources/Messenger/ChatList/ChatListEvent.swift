package import Conversations

/// Actions of the user on the chat list itself.
package enum ChatListEvent: RoutedEvent {
    case filtering(text: String)
    case turningArchive
    case turningLeftChats
    case turningIgnoredPeople
    /// Pins the chat after all other pinned chats.
    case pinning(chatID: String)
    /// Asks the server for people while there is no chat yet.
    case lookingForNeighbours
    case neighboursFound([ChatPerson])
    /// A command was typed into the filter; it is one of ``ListCommandBuilder/offered``.
    case commanded(SlashCommand, argument: String)
    /// The outcome of such a command.
    case commandEnded(ComposerNotice)
}
