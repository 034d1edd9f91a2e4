import MatrixCrypto
import ViewModels

/// Shows the notification line.
@MainActor
final class NoticeHandler {
    private let parts: ScreenParts
    private var shown: NoticeViewModelBuilder?

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    /// Updates the line if its contents have changed.
    func changed() {
        let state = parts.state
        let builder = NoticeViewModelBuilder(
            count: state.notice.count,
            names: state.notice.chatIDs.compactMap { state.chatList.chats[$0] }.map(Naming.chat),
            said: state.settings.settings.notices.shown == .text ? state.notice.newest : NoticeModel.LastMessage(),
            problems: state.settings.problems.map(\.message), unsent: state.login.unsentToTell?.notice,
            question: Self.question(state),
            outcome: state.notice.outcome.map { DisplayText(sanitizing: $0.notice.text) },
            outcomeLeadsThere: state.notice.outcome?.chatID != nil)
        guard builder != shown else { return }
        shown = builder
        parts.events.notice.raise { [queue = parts.queue] in
            builder.build(
                goThere: { queue.post(NoticeEvent.goingThere) }, dismiss: { queue.post(NoticeEvent.dismissed) })
        }
    }

    /// Returns the notification about a verification that is out of view or newly requested, or else the reminder to
    /// verify this device.
    private static func question(_ state: SessionState) -> DisplayText? {
        let left = state.verification.left(for: state.navigation.screen)
        if let left, left.state.isGoingOn || left.state.isOver {
            return left.isOwn
                ? .words("verification.notice-of-own-device-left")
                : .words("verification.notice-of-person-left", ["name": state.nameWithID(of: left.userID)])
        }
        if let asked = left ?? state.verification.toTell {
            return asked.isOwn
                ? .words("verification.notice-of-own-device")
                : .words("verification.notice-of-person", ["name": state.nameWithID(of: asked.userID)])
        }
        return state.confirmationNotice
    }
}
