package import Conversations
package import MatrixAPI

/// What is said of the text that is written, or of what a command of it did.
package enum ComposerNotice: Hashable, Sendable {
    case newestLine
    case noOlderLine
    case nothingToSend
    /// A command lacks what it is about.
    case incomplete(SlashCommand)
    case unknownCommand(String)
    /// By so many bytes.
    case tooLong(by: Int)
    case tooLongForEdit(by: Int)
    /// Of what is edited, which is deleted after a yes.
    case emptied
    /// It is left after a yes.
    case stillInChat
    case notInChat
    /// A file told what is said in it.
    case isImported
    case mayNotInvite
    case mayNotSetTopic
    case mayNotAsk
    /// The server is no part of this program.
    case cantShare
    /// What was typed is no poll.
    case noPoll(PollProblem)
    /// It goes as text after another Enter.
    case looksLikeFile
    /// It goes with what stands below its name.
    case fileIsNamed
    /// What is written is an answer or an edit.
    case fileGoesByItself
    /// What was named can't be sent.
    case noFile(FileProblem)
    /// It is done after a yes.
    case nothingDone
    case noMember(MemberArgument.Flaw)
    /// One lacks the power for it.
    case mayNot(MemberChange.Act)
    case memberChanged(MemberChange.Act, name: String)
    case memberNotChanged(FailureReason)
    case peopleInvited([ChatPerson])
    /// What a command names is no address of a chat.
    case noChatAddress(String)
    case joining(RoomAddress)
    case isJoined(RoomAddress)
    case knocking(RoomAddress)
    case knocked(RoomAddress)
    case notJoined(RoomAddress, JoinRefusal)
    /// The server doesn't have a chat any more, by its name.
    case chatIsGone(String)
    /// A request to join a chat was refused.
    ///
    /// - reason: in their words; empty where they gave none.
    case knockRefused(chat: String, reason: String)
    /// A request to join a chat is no more, and nobody says why.
    case knockEnded(chat: String)
    /// What is said of the space that a command names.
    case space(SpaceNotice)
    case invited(UserID)
    case renamed(String)
    case topicSet
    case notInvited(FailureReason)
    case notRenamed(FailureReason)
    case topicNotSet(FailureReason)
    /// A line may be at the server, so that nothing can be done to it before it is sent.
    case deleteOnceSent
    /// What was edited is no more, and was never sent.
    case editedIsWithdrawn
    /// Nothing is to be sent again.
    case isOnItsWay
    /// The line is not on disk.
    case notKept(FailureReason)
}
