/// Tells the screen what changed about a chat's past.
@MainActor
struct HistoryEventHandler {
    private let all: SessionHandlers

    init(_ handlers: SessionHandlers) {
        all = handlers
    }

    func historyChanged() { all.timeline.changed() }

    func chatsChanged() { all.chatsChanged() }
}
