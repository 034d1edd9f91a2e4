/// Tells the screen what changed by an action on a message.
@MainActor
struct MessageActionEventHandler {
    private let composer: ComposerHandler
    private let timeline: TimelineHandler

    init(_ handlers: SessionHandlers) {
        composer = handlers.composer
        timeline = handlers.timeline
    }

    func composerChanged() { composer.changed() }

    func chatChanged() { timeline.changed() }
}
