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
        let models = parts.models
        let builder = NoticeViewModelBuilder(
            count: models.notice.count,
            names: models.notice.chatIDs.compactMap { models.chatList.chats[$0] }.map(Naming.chat),
            said: models.settings.settings.notices.shown == .text ? models.notice.newest : NoticeModel.LastMessage(),
            problems: models.settings.problems.map(\.message), unsent: models.login.unsentToTell?.notice,
            question: Self.question(models),
            outcome: models.notice.outcome.map { DisplayText(sanitizing: $0.notice.text) },
            outcomeLeadsThere: models.notice.outcome?.chatID != nil)
        guard builder != shown else { return }
        shown = builder
        parts.events.notice.raise { [queue = parts.queue] in
            builder.build(
                goThere: { queue.post(NoticeEvent.goingThere) }, dismiss: { queue.post(NoticeEvent.dismissed) })
        }
    }

    /// Returns the notification about a verification that is out of view or newly requested, or else the reminder to
    /// verify this device.
    private static func question(_ models: SessionModels) -> DisplayText? {
        let left = models.verification.left(for: models.navigation.screen)
        if let left, left.state.isGoingOn || left.state.isOver {
            return left.isOwn
                ? .words("verification.notice-of-own-device-left")
                : .words("verification.notice-of-person-left", ["name": models.nameWithID(of: left.userID)])
        }
        if let asked = left ?? models.verification.toTell {
            return asked.isOwn
                ? .words("verification.notice-of-own-device")
                : .words("verification.notice-of-person", ["name": models.nameWithID(of: asked.userID)])
        }
        return models.confirmationNotice
    }
}
