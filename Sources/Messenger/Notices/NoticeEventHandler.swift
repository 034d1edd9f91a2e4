/// Tells the screen what changed about the notice line.
@MainActor
final class NoticeEventHandler {
    private let raiser: ScreenRaiser

    init(raiser: ScreenRaiser) {
        self.raiser = raiser
    }

    func pageAsked() { raiser.raisePage() }

    func noticeChanged() { raiser.raiseNotice() }
}
