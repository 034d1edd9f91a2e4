import Conversations
import Engine
import MatrixAPI
import ViewModels

/// Routes the events of the spaces in the chat list.
@MainActor
struct SpaceEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SpaceEvent) {
        switch event {
        case .loaded(let openIDs):
            state.spaces.load(openIDs)
        case .turning(let spaceID):
            turn(spaceID, isOpen: !state.spaces.openIDs.contains(spaceID))
        case .opening(let spaceID, let isGoal):
            if isGoal { goTo(spaceID) }
            turn(spaceID, isOpen: true)
        case .refreshing:
            for spaceID in state.spaces.openIDs where state.chatList.spaceIDs.contains(spaceID) {
                effects.spaces.list(spaceID, isAsked: false)
            }
        case .listed(let spaceID, let rooms):
            state.spaces.apply(rooms, of: spaceID)
            if let space = rooms.first(where: { $0.roomID == spaceID }) {
                let children = space.children.compactMap { SpaceChild($0) }.filter { !$0.servers.isEmpty }
                state.chatList.set(children, spaceID: spaceID)
                effects.spaceArchive.save(children, spaceID: spaceID)
            }
        case .notListed(let spaceID, let reason, let isAsked):
            if isAsked {
                state.spaces.fail(.list(spaceID: spaceID, reason))
            } else {
                state.spaces.endAsking(spaceID)
            }
        case .entering(let address, let asksPeople):
            state.spaces.beginEntering(address.name)
            queue.post(
                asksPeople ? JoinEvent.knocking(address, from: .chatList) : JoinEvent.asked(address, from: .chatList))
        case .entered(let address, let refusal, let isAsked):
            if let refusal {
                state.spaces.fail(.enter(address, refusal))
            } else {
                state.spaces.endEntering(address.name, isAsked: isAsked)
            }
        case .dismissedFailure:
            state.spaces.dismissFailure()
        }
    }

    /// Goes to a space, and opens all spaces above it so that it is visible.
    private func goTo(_ spaceID: String) {
        for id in state.chatList.spacesAbove(spaceID) { state.spaces.set(id, isOpen: true) }
        state.navigation.goTo(.space(spaceID))
    }

    private func turn(_ spaceID: String, isOpen: Bool) {
        state.spaces.set(spaceID, isOpen: isOpen)
        effects.spaceArchive.save(openIDs: state.spaces.openIDs)
        guard isOpen else { return }
        state.spaces.beginAsking(spaceID)
        effects.spaces.list(spaceID, isAsked: true)
    }
}

extension SpaceEventRouter: SliceReceiver {
    /// Shows the contents of the open chat if it turned out to be a space, which can't be shown as a chat.
    func receive(_ slice: ReceivedSlice) {
        guard let open = slice.openChatBefore, state.chatList.spaceIDs.contains(open) else { return }
        queue.post(SpaceEvent.opening(spaceID: open))
    }
}
