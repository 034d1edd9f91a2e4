package import Conversations

/// What somebody does with the chat list itself.
package enum ChatListEvent: RoutedEvent {
    case filtering(text: String)
    case turningArchive
    case turningLeftChats
    case turningIgnoredPeople
    /// The chat is to be pinned, behind all that are.
    case pinning(chatID: String)
    /// There is no chat yet: whom the server knows is asked.
    case lookingForNeighbours
    case neighboursFound([ChatPerson])
    /// A command was typed into the filter; it is one of ``ListCommandBuilder/offered``.
    case commanded(SlashCommand, argument: String)
    /// The outcome of such a command.
    case commandEnded(ComposerNotice)
}
