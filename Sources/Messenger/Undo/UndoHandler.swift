import ViewModels

/// Shows the last action, and the effect of undoing it.
@MainActor
final class UndoHandler {
    private let parts: ScreenParts

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        let undo = parts.state.undo
        let builder = UndoViewModelBuilder(
            notice: undo.notice, chatName: chat(undo.notice), count: undo.count, last: undo.last)
        parts.events.undo.raise { [queue = parts.queue] in
            builder.build { queue.post(UndoEvent.takingBack) }
        }
    }

    /// Returns the name of the chat in the notice.
    private func chat(_ notice: UndoNotice?) -> String? {
        switch notice {
        case .did(let change), .tookBack(let change):
            change.chatID.flatMap { parts.state.chatList.chat($0) }.map(Naming.chat)
        case nil: nil
        }
    }
}
