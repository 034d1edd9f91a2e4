import Conversations
package import MatrixAPI
import ViewModels

/// Events of the spaces in the chat list.
package enum SpaceEvent: RoutedEvent {
    /// The open spaces were read from disk.
    case loaded(openIDs: Set<String>)
    /// The user opens a closed space or closes an open one.
    case turning(spaceID: String)
    /// - isGoal: whether the user goes to the space itself, not only to the chats under it.
    case opening(spaceID: String, isGoal: Bool = false)
    /// The device goes online: the children of open spaces may have changed.
    case refreshing
    /// The server listed the space and its children.
    case listed(spaceID: String, [RoomPreview])
    /// - isAsked: whether the user requested the list.
    case notListed(spaceID: String, FailureReason, isAsked: Bool)
    /// The user wants to join a chat of a space.
    case entering(RoomAddress, asksPeople: Bool)
    /// The request to join or to be let in was answered. The error is `nil` if it succeeded.
    case entered(RoomAddress, JoinError?, isAsked: Bool = false)
    case dismissedFailure
}

/// Routes the events of the spaces in the chat list.
@MainActor
struct SpaceEventRouter: EventRouter {
    struct Models {
        let spaces: SpaceModel
        let chatList: ChatListModel
        let navigation: NavigationModel
    }

    private let models: Models
    private let archive: SpaceArchive
    private let endpoint: SpaceEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue

    func route(_ event: SpaceEvent) {
        switch event {
        case .loaded(let openIDs):
            models.spaces.load(openIDs)
        case .turning(let spaceID):
            turn(spaceID, isOpen: !models.spaces.openIDs.contains(spaceID))
        case .opening(let spaceID, let isGoal):
            if isGoal { goTo(spaceID) }
            turn(spaceID, isOpen: true)
        case .refreshing:
            for spaceID in models.spaces.openIDs where models.chatList.spaceIDs.contains(spaceID) {
                endpoint.list(spaceID, isAsked: false)
            }
        case .listed(let spaceID, let rooms):
            models.spaces.apply(rooms, of: spaceID)
            if let space = rooms.first(where: { $0.roomID == spaceID }) {
                let children = space.children.compactMap { SpaceChild($0) }.filter { !$0.servers.isEmpty }
                models.chatList.set(children, spaceID: spaceID)
                archive.save(children, spaceID: spaceID)
            }
        case .notListed(let spaceID, let reason, let isAsked):
            if isAsked {
                models.spaces.fail(.list(spaceID: spaceID, reason))
            } else {
                models.spaces.endAsking(spaceID)
            }
        case .entering(let address, let asksPeople):
            models.spaces.beginEntering(address.name)
            queue.post(
                asksPeople ? JoinEvent.knocking(address, from: .chatList) : JoinEvent.asked(address, from: .chatList))
        case .entered(let address, let refusal, let isAsked):
            if let refusal {
                models.spaces.fail(.enter(address, refusal))
            } else {
                models.spaces.endEntering(address.name, isAsked: isAsked)
            }
        case .dismissedFailure:
            models.spaces.dismissFailure()
        }
        handlers.chatsChanged()
    }

    /// Goes to a space, and opens all spaces above it so that it is visible.
    private func goTo(_ spaceID: String) {
        for id in models.chatList.spacesAbove(spaceID) { models.spaces.set(id, isOpen: true) }
        models.navigation.goTo(.space(spaceID))
        handlers.screenChanged()
    }

    private func turn(_ spaceID: String, isOpen: Bool) {
        models.spaces.set(spaceID, isOpen: isOpen)
        archive.save(openIDs: models.spaces.openIDs)
        guard isOpen else { return }
        models.spaces.beginAsking(spaceID)
        endpoint.list(spaceID, isAsked: true)
    }
}

extension SpaceEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                spaces: models.spaces, chatList: models.chatList, navigation: models.navigation),
            archive: session.spaceArchive,
            endpoint: SpaceEndpoint(session.endpointParts),
            handlers: session.handlers, queue: session.queue)
    }
}
