import Conversations

/// The way in for all that is written.
@MainActor
final class ComposerEventRouter {
    let models: Models
    let archive: ArchiveEndpoint
    let typing: TypingEndpoint
    let handler: ComposerEventHandler
    let surroundings: Surroundings

    init(
        models: Models, archive: ArchiveEndpoint, typing: TypingEndpoint, handler: ComposerEventHandler,
        surroundings: Surroundings
    ) {
        self.models = models
        self.archive = archive
        self.typing = typing
        self.handler = handler
        self.surroundings = surroundings
    }

    func route(_ event: ComposerEvent) {
        switch event {
        case .edited(let text):
            edit(text)
        case .submitted(let text):
            submit(text)
        case .purposeCancelled:
            models.composer.endPurpose()
            handler.composerChanged()
        case .notKept(let text, let chatID, let reason):
            giveBack(text, chatID: chatID, reason: reason)
        }
    }

    /// What was written since goes behind the line. It is a draft again, and kept as soon as the device can.
    private func giveBack(_ text: String, chatID: String, reason: String) {
        let isOpen = chatID == models.composer.chatID
        let written = (isOpen ? models.composer.text : models.chatList.drafts[chatID]) ?? ""
        let draft = written.isEmpty ? text : text + "\n" + written
        models.chatList.setDraft(draft, chatID: chatID)
        archive.saveDraft(draft, chatID: chatID)
        handler.draftChanged()
        guard isOpen else { return }
        models.composer.replace(draft)
        models.composer.tell(reason)
        handler.composerChanged()
    }

    private func edit(_ text: String) {
        guard let chatID = models.composer.chatID, text != models.composer.text else { return }
        let hadNotice = models.composer.notice != nil
        models.composer.edit(text)
        models.chatList.setDraft(models.composer.draft, chatID: chatID)
        archive.saveDraft(models.composer.draft, chatID: chatID)
        typing.edited(isEmpty: text.isEmpty, chatID: chatID)
        if hadNotice { handler.composerChanged() }
        handler.draftChanged()
    }

    private func submit(_ text: String) {
        guard let chatID = models.composer.chatID else { return }
        models.composer.edit(text)
        if models.composer.purpose != .newLine, finishPurpose(text, chatID: chatID) {
            handler.composerChanged()
            return
        }
        switch ComposedLine(text: text, isConfirmed: models.composer.confirmedText == text) {
        case .nothing:
            models.composer.tell("Nothing to send yet: write something first.")
        case .incomplete(let what):
            models.composer.tell(what)
        case .unknownCommand(let name):
            models.composer.askAgain(
                about: text, notice: "There is no command \(name). Enter again sends it as text.")
        case .tooLong:
            models.composer.tell("Too long to send as one message: divide it, or shorten it.")
        case .quit:
            models.composer.replace("")
            models.chatList.setDraft("", chatID: chatID)
            archive.saveDraft("", chatID: chatID)
            handler.composerChanged()
            surroundings.quit()
            return
        case .message(let body, let isEmote):
            let mentions = MentionFinder.userIDs(in: body, members: models.timeline.members.values)
            archive.accept(
                .message(
                    body, isEmote: isEmote, mentions: mentions.filter { $0 != models.account.userID }, chatID: chatID,
                    now: surroundings.now()),
                typed: text)
            models.composer.replace("")
            models.chatList.setDraft("", chatID: chatID)
            typing.stopped(chatID: chatID)
            handler.draftChanged()
        }
        handler.composerChanged()
    }
}
