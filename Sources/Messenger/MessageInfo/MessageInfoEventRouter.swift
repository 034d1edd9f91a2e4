import Conversations

/// Events of the page that shows a message's history.
enum MessageInfoEvent: RoutedEvent {
    case asked(OutboxLine.Target, chatID: String)
    /// The history stored on this device.
    ///
    /// - key: `nil` if the message wasn't encrypted or can't be read.
    case loaded(
        OutboxLine.Target, chatID: String, message: MessageInfo?, line: LineHistory?, key: MessageInfoKey?)
    /// All versions that the server has are on disk.
    case wordingsCame(chatID: String, eventID: String, AppliedSlice, MessageInfo?)
    case failed(eventID: String, FailureReason)
}

/// Routes the events of message histories.
@MainActor
struct MessageInfoEventRouter: EventRouter {
    struct Models {
        let story: MessageInfoModel
        let timeline: TimelineModel
        let navigation: NavigationModel
        let openChat: OpenChatReadMarker
    }

    private let models: Models
    private let archive: MessageInfoArchive
    private let wordings: MessageVersionsEndpoint
    private let handlers: SessionHandlers

    func route(_ event: MessageInfoEvent) {
        switch event {
        case .asked(let target, let chatID):
            models.navigation.open(.story)
            models.story.ask(target)
            archive.load(target, chatID: chatID)
        case .loaded(let target, let chatID, let message, let line, let key):
            guard models.story.target == target else { return }
            models.story.show(target, message: message, line: line, key: key)
            askForWordings(chatID: chatID)
        case .wordingsCame(let chatID, let eventID, let applied, let story):
            models.openChat.merge(applied.chats)
            if chatID == models.timeline.chatID { models.timeline.merge(applied.changedMessages[chatID] ?? []) }
            handlers.linesChanged(chatIDs: [chatID])
            guard models.story.target == .event(eventID) else { return }
            models.story.show(.event(eventID), message: story, line: nil, key: models.story.key)
        case .failed(let eventID, let reason):
            guard models.story.target == .event(eventID) else { return }
            models.story.fail(reason)
        }
        handlers.page.changed()
    }

    /// Requests the edits, which may be in a part of the chat that wasn't loaded.
    private func askForWordings(chatID: String) {
        guard let message = models.story.message?.message, !message.isRemoved, message.kind.isEditable else { return }
        models.story.beginLoading()
        wordings.fetch(of: message.eventID, chatID: chatID)
    }
}

extension MessageInfoEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                story: models.story, timeline: models.timeline, navigation: models.navigation,
                openChat: OpenChatReadMarker(models)),
            archive: session.messageInfoArchive,
            wordings: MessageVersionsEndpoint(session.endpointParts), handlers: session.handlers)
    }
}
