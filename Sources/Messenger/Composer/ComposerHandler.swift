import Conversations
import ViewModels

/// Shows the composer.
@MainActor
final class ComposerHandler {
    /// The values of the open chat that decide whether the user can write in it.
    private struct Openness: Equatable {
        let isEncrypted: Bool
        let changedPeople: [ChangedIdentity]
        let membership: ChatMembership?
        let goesOnElsewhere: Bool
        let lack: DisplayText?
    }

    private let parts: ScreenParts
    private var shown: Openness?

    init(_ parts: ScreenParts) {
        self.parts = parts
    }

    func changed() {
        let openness = openness
        shown = openness
        parts.events.composer.raise { [parts] in
            let composer = parts.state.composer
            return ComposerViewModelBuilder(
                text: composer.text, revision: composer.revision, replacedAt: composer.replacedAt,
                returned: composer.returned, notice: composer.notice, isNoticeOfSuccess: composer.isNoticeOfSuccess,
                purpose: composer.purpose, names: parts.state.timeline.names, isEncrypted: openness.isEncrypted,
                membership: openness.membership, goesOnElsewhere: openness.goesOnElsewhere, lack: openness.lack,
                question: composer.question, changedPeople: openness.changedPeople, place: composer.place,
                queue: parts.queue
            ).build()
        }
    }

    /// Updates the composer when the open chat has changed.
    func openChatChanged() {
        if openness != shown { changed() }
    }

    private var openness: Openness {
        let chat = parts.state.chatList.openChat
        return Openness(
            isEncrypted: chat?.isEncrypted ?? false,
            changedPeople: parts.state.trust.changed(in: parts.state.timeline.opening), membership: chat?.membership,
            goesOnElsewhere: chat?.replacement != nil,
            lack: chat.flatMap {
                parts.state.power.own(in: $0).denialReason(
                    toSend: "m.room.message", .words("message-actions.write-here"))
            })
    }
}
