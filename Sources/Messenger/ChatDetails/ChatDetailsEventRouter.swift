package import Conversations
import MatrixAPI
import ViewModels

/// Requests of the user about chat details, and responses of the server.
package enum ChatDetailsEvent: RoutedEvent {
    /// Opens the details of a chat, by default of the open one.
    case opening(chatID: String? = nil)
    case loaded(chatID: String, members: [ChatMember], power: ChatPowerSource, access: ChatAccess? = nil)
    /// Whether the room directory of the account's server lists the chat.
    case listed(chatID: String, Bool)
    /// A field is opened, or closed with `nil`.
    case editing(ChatDetailsField?)
    case changed(text: String)
    /// The text of the open field was accepted with Enter.
    case saving(text: String)
    case doing(ChatDetailsChange)
    /// The server made the change.
    case done(chatID: String)
    case failed(chatID: String, FailureReason)
}

/// Routes events about chat details.
@MainActor
struct ChatDetailsEventRouter: EventRouter {
    struct Models {
        let chatDetails: ChatDetailsModel
        let chatList: ChatListModel
        let timeline: TimelineModel
        let power: PowerModel
        let navigation: NavigationModel
    }

    private let models: Models
    private let archive: ChatArchive
    private let book: ContactArchive
    private let details: ChatDetailsEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue

    func route(_ event: ChatDetailsEvent) {
        switch event {
        case .opening(let chatID):
            open(chatID)
        case .loaded(let chatID, let members, let power, let access):
            guard chatID == models.chatDetails.chatID else { return }
            load(members, power, of: chatID)
            if let access { models.chatDetails.apply(access) }
            list(chatID)
        case .listed(let chatID, let isListed):
            guard chatID == models.chatDetails.chatID else { return }
            models.chatDetails.apply(isListed: isListed)
        case .editing(let field):
            models.chatDetails.edit(field, text: text(of: field))
        case .changed(let text):
            models.chatDetails.change(text)
        case .saving(let text):
            save(text)
        case .doing(let change):
            guard let chatID = models.chatDetails.chatID else { return }
            models.chatDetails.beginWork()
            details.perform(change, in: chatID)
        case .done(let chatID):
            guard chatID == models.chatDetails.chatID else { return }
            models.chatDetails.finishWork()
            ask(chatID)
        case .failed(let chatID, let reason):
            guard chatID == models.chatDetails.chatID else { return }
            models.chatDetails.fail(.failed(reason))
        }
        handlers.chatDetails.changed()
    }

    private func open(_ chatID: String?) {
        let asked = chatID.map { models.chatList.chat($0) } ?? models.chatList.openChat
        guard let chat = asked, chat.membership == .joined else { return }
        let members = models.timeline.chatID == chat.id ? Array(models.timeline.members.values) : []
        models.chatDetails.begin(chat.id, members: members, power: models.power.power(in: chat))
        models.navigation.show(.chatDetails)
        book.load()
        list(chat.id)
        ask(chat.id)
        handlers.chatDetails.changed()
        handlers.screenChanged()
    }

    /// Loads the verification state of each member.
    private func list(_ chatID: String) {
        queue.post(TrustEvent.listed(models.chatDetails.members.map(\.userID), chatID: chatID))
    }

    private func ask(_ chatID: String) {
        models.chatDetails.ask(knowing: models.chatList.chats[chatID]?.powerSource.levels)
        details.load(chatID)
    }

    /// Keeps the changes that a sync brought since the request, as they are newer than the response.
    private func load(_ members: [ChatMember], _ source: ChatPowerSource, of chatID: String) {
        if let current = models.chatList.chats[chatID]?.powerSource {
            let known = models.chatDetails.knownLevels
            var new = source
            if current.levels != known { new.levels = current.levels }
            models.chatList.set(new, chatID: chatID)
            if current != new {
                archive.save(source, knowing: known, chatID: chatID)
                // The account's permissions in the chat and for its messages have changed.
                handlers.chatList.changed()
                handlers.timeline.chatsChanged([chatID])
                handlers.composer.openChatChanged()
            }
        }
        models.chatDetails.load(members: members, power: models.chatList.chats[chatID].flatMap(models.power.power))
    }

    private func text(of field: ChatDetailsField?) -> String {
        let chat = models.chatDetails.chatID.flatMap { models.chatList.chats[$0] }
        return switch field {
        case .name: chat?.givenName ?? ""
        case .topic: chat?.topic ?? ""
        case nil: ""
        }
    }

    private func save(_ text: String) {
        models.chatDetails.change(text)
        guard let chatID = models.chatDetails.chatID, let field = models.chatDetails.field else { return }
        switch field {
        case .name: details.setName(text, of: chatID)
        case .topic: details.setTopic(text, of: chatID)
        }
        models.chatDetails.beginWork()
    }
}

extension ChatDetailsEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                chatDetails: models.chatDetails, chatList: models.chatList, timeline: models.timeline,
                power: models.power,
                navigation: models.navigation),
            archive: session.chatArchive, book: session.book,
            details: ChatDetailsEndpoint(session.endpointParts),
            handlers: session.handlers, queue: session.queue)
    }
}
