import ViewModels

/// Shows the notice line.
@MainActor
final class NoticeHandler {
    private let parts: ScreenParts
    private var shown: NoticeViewModelBuilder?

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    /// What it tells of may be other.
    func changed() {
        let models = parts.models
        let builder = NoticeViewModelBuilder(
            count: models.notice.count,
            names: models.notice.chatIDs.compactMap { models.chatList.chats[$0] }.map(Naming.chat),
            problems: models.settings.problems.map(\.message), unsent: models.login.unsentToTell?.notice)
        guard builder != shown else { return }
        shown = builder
        parts.events.notice.raise { [queue = parts.queue] in
            builder.build(
                goThere: { queue.post(NoticeEvent.goingThere) }, dismiss: { queue.post(NoticeEvent.dismissed) })
        }
    }
}
