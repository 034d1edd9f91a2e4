package import Conversations
package import Engine
package import MatrixAPI
import ViewModels

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
    case noPoll(PollError)
    /// Another Enter sends it as text.
    case looksLikeFile
    /// The file is sent with the text below its name.
    case fileIsNamed
    /// The composer holds a reply or an edit.
    case fileGoesByItself
    /// The named file can't be sent.
    case noFile(OutboxFileError)
    /// A confirmation runs the command.
    case nothingDone
    case noMember(MemberArgument.ParseError)
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
    case notJoined(RoomAddress, JoinError)
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

extension ComposerNotice {
    /// The text in one line; it may contain text from outside.
    package var text: String {
        switch self {
        case .newestLine: .words("composer.is-newest-line")
        case .noOlderLine: .words("composer.no-older-line")
        case .nothingToSend: .words("composer.nothing-to-send")
        case .incomplete(let command): command.complaint ?? ""
        case .unknownCommand(let name): .words("composer.unknown-command", ["name": name])
        case .tooLong(let excess): .words("composer.too-long", count: excess)
        case .tooLongForEdit(let excess): .words("composer.too-long-for-edit", count: excess)
        case .emptied: .words("composer.nothing-is-left")
        case .stillInChat: .words("composer.still-in-chat")
        case .notInChat: .words("chat.not-in-it-any-more")
        case .isImported: .words("composer.is-imported")
        case .mayNotInvite: OwnPower.text(lacking: .words("power.invite")).string
        case .mayNotSetTopic: OwnPower.text(lacking: .words("chat.set-topic")).string
        case .cantShare: .words("share.is-elsewhere")
        case .mayNotAsk: OwnPower.text(lacking: .words("poll.ask-here")).string
        case .noPoll(let problem): problem.text
        case .looksLikeFile: .words("composer.looks-like-file")
        case .fileIsNamed: .words("composer.file-is-named")
        case .fileGoesByItself: .words("composer.file-goes-by-itself")
        case .noFile(let problem): problem.text
        case .nothingDone: .words("composer.nothing-done")
        case .noMember(.nobody(let name)): .words("composer.nobody-is-called", ["name": name])
        case .noMember(.several(let name)): .words("composer.several-are-called", ["name": name])
        case .mayNot(let act): OwnPower.text(lackingFor: act).string
        case .memberChanged(let act, let name): act.done(name)
        case .memberNotChanged(let reason): .words("composer.member-not-changed", ["reason": reason.text])
        case .peopleInvited(let people):
            .words("composer.people-invited", ["people": Naming.list(people.map(Naming.person))], count: people.count)
        case .noChatAddress(let name): .words("composer.is-no-chat-address", ["name": name])
        case .joining(let address): .words("join.joining", ["chat": address.name])
        case .isJoined(let address): .words("join.joined", ["chat": address.name])
        case .knocking(let address): .words("join.knocking", ["chat": address.name])
        case .knocked(let address): .words("join.knocked", ["chat": address.name])
        case .notJoined(let address, let refusal): refusal.text(address)
        case .chatIsGone(let name): .words("chats.is-gone", ["chat": name])
        case .knockRefused(let name, reason: ""): .words("join.knock-refused", ["chat": name])
        case .knockRefused(let name, let reason):
            .words("join.knock-refused-why", ["chat": name, "reason": reason])
        case .knockEnded(let name): .words("join.knock-ended", ["chat": name])
        case .space(let notice): notice.text
        case .invited(let person): .words("composer.is-invited", ["person": person.description])
        case .renamed(let name): .words("composer.is-renamed", ["name": name])
        case .topicSet: .words("composer.topic-is-set")
        case .notInvited(let reason): .words("composer.not-invited", ["reason": reason.text])
        case .notRenamed(let reason): .words("composer.not-renamed", ["reason": reason.text])
        case .topicNotSet(let reason): .words("composer.topic-not-set", ["reason": reason.text])
        case .deleteOnceSent: .words("outbox.delete-once-sent")
        case .editedIsWithdrawn: .words("outbox.edited-is-withdrawn")
        case .isOnItsWay: .words("outbox.is-on-its-way")
        case .notKept(let reason): .words("outbox.not-kept", ["reason": reason.text])
        }
    }
}
