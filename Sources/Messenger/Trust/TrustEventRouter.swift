import Conversations

/// Events about the identities of the people in chats.
enum TrustEvent: RoutedEvent {
    /// Messages of the open chat came on screen.
    case shown(Set<LineOrigin>, chatID: String)
    /// Devices or identities stored here changed.
    case changed
    /// The server reports that devices of people changed.
    case outdated
    /// The answer of the disk; an answer for an earlier opening is ignored.
    case found(TrustFindings, opening: Int)
    /// The member list of a chat is shown.
    case listed([String], chatID: String)
    case foundMembers([String: PersonTrust], chatID: String)
    /// The user accepts the changed identities of people.
    case accepting([ChangedIdentity])
}

/// Routes the events about identities.
@MainActor
struct TrustEventRouter: EventRouter {
    struct Models {
        let trust: TrustModel
        let timeline: TimelineModel
        let chatList: ChatListModel
        let chatDetails: ChatDetailsModel
    }

    private let models: Models
    private let archive: TrustArchive
    private let encryption: EncryptionEndpoint?
    private let tasks: TaskSet
    private let handlers: SessionHandlers

    func route(_ event: TrustEvent) {
        switch event {
        case .shown(let origins, let chatID):
            guard chatID == openChatID else { return }
            let isOpened = models.trust.begin(models.timeline.opening)
            let new = models.trust.ask(origins)
            guard isOpened || !new.isEmpty else { return }
            archive.find(new, chatID: chatID, opening: models.trust.opening)
            follow(Set(new.map(\.sender)), chatID: chatID)
        case .changed:
            if let chatID = openChatID, models.trust.opening == models.timeline.opening {
                archive.find(models.trust.origins, chatID: chatID, opening: models.trust.opening)
            }
            if let chatID = models.trust.listedChatID, chatID == models.chatDetails.chatID {
                archive.findMembers(models.chatDetails.members.map(\.userID), chatID: chatID)
            }
        case .outdated:
            if let chatID = openChatID { follow([], chatID: chatID) }
        case .found(let findings, let opening):
            guard opening == models.trust.opening, models.trust.apply(findings) else { return }
            handlers.timeline.changed()
            handlers.composer.openChatChanged()
        case .listed(let userIDs, let chatID):
            guard models.chatList.chat(chatID)?.isEncrypted == true else { return models.trust.list(nil) }
            models.trust.list(chatID)
            archive.findMembers(userIDs, chatID: chatID)
        case .foundMembers(let people, let chatID):
            if models.trust.apply(people, chatID: chatID) { handlers.chatDetails.changed() }
        case .accepting(let people):
            archive.accept(people)
        }
    }

    /// The open chat; `nil` if it isn't encrypted.
    private var openChatID: String? {
        models.timeline.chatID.flatMap { models.chatList.chat($0)?.isEncrypted == true ? $0 : nil }
    }

    /// Requests the devices of people if they changed since the last request.
    private func follow(_ senders: Set<String>, chatID: String) {
        guard let encryption else { return }
        tasks.run { await encryption.follow(senders, chatID: chatID) }
    }
}

extension TrustEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                trust: models.trust, timeline: models.timeline, chatList: models.chatList,
                chatDetails: models.chatDetails),
            archive: session.trustArchive, encryption: session.encryption, tasks: session.tasks,
            handlers: session.handlers)
    }
}
