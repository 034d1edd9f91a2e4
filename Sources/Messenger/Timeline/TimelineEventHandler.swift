/// Tells the screen what the disk answered about a timeline.
@MainActor
struct TimelineEventHandler {
    private let all: SessionHandlers

    init(_ handlers: SessionHandlers) {
        all = handlers
    }

    /// What a chat shows that was opened is here, and who is in it.
    func opened() {
        all.timeline.typingChanged()
        all.composer.changed()
    }

    /// - Parameter isReadNow: whether it turned out that all of the open chat was read.
    func answered(isReadNow: Bool) {
        all.timeline.changed()
        if isReadNow { all.chatsChanged() }
    }
}
