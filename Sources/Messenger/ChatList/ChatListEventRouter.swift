package import Conversations
import MatrixAPI
import MatrixClient

/// Actions of the user on the chat list itself.
package enum ChatListEvent: RoutedEvent {
    case filtering(text: String)
    case turningArchive
    case turningLeftChats
    case turningIgnoredPeople
    /// Pins the chat after all other pinned chats.
    case pinning(chatID: String)
    /// Asks the server for people while there is no chat yet.
    case searchingKnownPeople
    case foundKnownPeople([ChatPerson])
    /// A command was typed into the filter; it is one of ``ListCommandBuilder/offered``.
    case commanded(SlashCommand, argument: String)
    /// The outcome of such a command.
    case commandEnded(ComposerNotice)
}

/// Routes actions on the chat list itself.
@MainActor
struct ChatListEventRouter: EventRouter {
    struct Models {
        let chatList: ChatListModel
        let ignoredPeople: IgnoredPeopleModel
        let navigation: NavigationModel
        let account: AccountModel
        let notice: NoticeModel
    }

    private let models: Models
    private let neighbours: KnownPeopleEndpoint
    private let commands: CommandEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let environment: SessionEnvironment

    func route(_ event: ChatListEvent) {
        switch event {
        case .filtering(let text): models.chatList.setFilter(text)
        case .turningArchive: models.chatList.turnArchive()
        case .turningLeftChats: models.chatList.turnLeft()
        case .turningIgnoredPeople: models.ignoredPeople.turn()
        case .pinning(let chatID):
            queue.post(ChatTaskEvent.wanted(.set(.tags(models.chatList.tagsOfNextPin), chatID: chatID)))
        case .searchingKnownPeople:
            neighbours.search()
        case .foundKnownPeople(let people):
            models.chatList.setNeighbours(people)
        case .commanded(let command, let argument): perform(command, argument)
        case .commandEnded(let notice): show(notice)
        }
        handlers.chatList.changed()
    }

    private func perform(_ command: SlashCommand, _ argument: String) {
        switch command {
        case .help:
            models.navigation.askForHelp()
            handlers.navigation.changed()
        case .join: join(argument)
        case .list: queue.post(RoomDirectoryEvent.opened)
        case .nick: commands.rename(to: argument)
        case .quit: environment.quit()
        case .share where environment.sharing == nil: show(.cantShare)
        case .share: queue.post(ShareEvent.opened)
        // These commands need an open chat, and the builder of commands doesn't run them here.
        case .ban, .deop, .invite, .kick, .leave, .me, .op, .poll, .send, .space, .topic, .unban, .unspace: break
        }
    }

    /// Joins a chat. If joining the same address just failed with an offer to knock, this knocks.
    private func join(_ argument: String) {
        guard let chat = JoinArgument(argument, server: UserID(models.account.userID)?.server ?? "") else {
            return show(.noChatAddress(argument.trimmed))
        }
        let knocks = models.notice.outcome?.notice == .notJoined(chat.address, .takesKnocks)
        queue.post(
            knocks
                ? JoinEvent.knocking(chat.address, reason: chat.reason, from: .listCommand)
                : JoinEvent.asked(chat.address, reason: chat.reason, from: .listCommand))
    }

    private func show(_ notice: ComposerNotice) {
        models.notice.show(NoticeModel.Outcome(notice: notice, chatID: nil))
        handlers.notices.changed()
    }
}

extension ChatListEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                chatList: models.chatList, ignoredPeople: models.ignoredPeople, navigation: models.navigation,
                account: models.account, notice: models.notice),
            neighbours: KnownPeopleEndpoint(session.endpointParts), commands: CommandEndpoint(session.endpointParts),
            handlers: session.handlers, queue: session.queue, environment: session.environment)
    }
}
