package import Conversations
package import MatrixAPI

/// A notice about the text in the composer, or about the result of a command.
package enum ComposerNotice: Hashable, Sendable {
    case newestLine
    case noOlderLine
    case nothingToSend
    /// The argument of a command is missing.
    case incomplete(SlashCommand)
    case unknownCommand(String)
    /// The text exceeds the limit by a number of bytes.
    case tooLong(by: Int)
    case tooLongForEdit(by: Int)
    /// The edited text is empty. A confirmation deletes the message.
    case emptied
    /// A confirmation leaves the chat.
    case stillInChat
    case notInChat
    /// The chat was imported from a file.
    case isImported
    case mayNotInvite
    case mayNotSetTopic
    case mayNotAsk
    /// This program has no built-in server.
    case cantShare
    /// The typed text is not a valid poll.
    case noPoll(PollProblem)
    /// Another Enter sends it as text.
    case looksLikeFile
    /// The file is sent with the text below its name.
    case fileIsNamed
    /// The composer holds a reply or an edit.
    case fileGoesByItself
    /// The named file can't be sent.
    case noFile(FileProblem)
    /// A confirmation runs the command.
    case nothingDone
    case noMember(MemberArgument.Flaw)
    /// The account lacks the power for the change.
    case mayNot(MemberChange.Act)
    case memberChanged(MemberChange.Act, name: String)
    case memberNotChanged(FailureReason)
    case peopleInvited([ChatPerson])
    /// The argument of a command is not the address of a chat.
    case noChatAddress(String)
    case joining(RoomAddress)
    case isJoined(RoomAddress)
    case knocking(RoomAddress)
    case knocked(RoomAddress)
    case notJoined(RoomAddress, JoinRefusal)
    /// The server no longer has the chat with this name.
    case chatIsGone(String)
    /// A request to join a chat was refused.
    ///
    /// - reason: the reason in the moderator's words; empty if there is none.
    case knockRefused(chat: String, reason: String)
    /// A request to join a chat ended without a known reason.
    case knockEnded(chat: String)
    /// A notice about the space that a command names.
    case space(SpaceNotice)
    case invited(UserID)
    case renamed(String)
    case topicSet
    case notInvited(FailureReason)
    case notRenamed(FailureReason)
    case topicNotSet(FailureReason)
    /// The line may have reached the server, so that it can be deleted only once it is sent.
    case deleteOnceSent
    /// The edited line was withdrawn and never sent.
    case editedIsWithdrawn
    /// There is nothing to send again.
    case isOnItsWay
    /// The line is not stored on disk.
    case notKept(FailureReason)
}
