import Conversations
import MatrixAPI

/// Answers and edits.
extension ComposerEventRouter {
    /// - Returns: whether the line was an answer or an edit, and is taken.
    func finishPurpose(_ text: String, chatID: String) -> Bool {
        let line = ComposedLine(text: text, isConfirmed: models.composer.confirmedText == text)
        switch (models.composer.purpose, line) {
        case (.reply(let eventID, let sender, _), .message(let body, let isEmote)):
            archive.accept(
                .reply(to: eventID, by: sender, body: body, isEmote: isEmote, chatID: chatID, now: now), typed: text)
            models.composer.endPurpose()
            models.composer.replace("")
            models.chatList.setDraft("", chatID: chatID)
        case (.edit(let target, let old, _), .message(let body, let isEmote)):
            if body != old { edit(target, body: body, isEmote: isEmote, chatID: chatID) }
            models.composer.endPurpose()
        case (.edit(let target, _, _), .nothing):
            guard models.composer.confirmedText == text else {
                models.composer.askAgain(
                    about: text, notice: "Nothing is left. Enter again deletes the message, Esc keeps it.")
                return true
            }
            delete(target, chatID: chatID)
            models.composer.endPurpose()
        default:
            return false
        }
        typing.stopped(chatID: chatID)
        handler.draftChanged()
        return true
    }

    /// A line that never left says the new words in the first place.
    private func edit(_ target: OutboxLine.Target, body: String, isEmote: Bool, chatID: String) {
        if case .line(let id) = target, let line = models.outbox.lines.first(where: { $0.id == id }),
            line.isUnsent, !line.mayHaveLeft
        {
            let content = MessageContent.text(body, isEmote: isEmote)
            archive.rewrite(
                lineID: id, body: body, formattedBody: content["formatted_body"]?.string,
                content: content.serializedText)
        } else {
            archive.add(.edit(of: target, body: body, isEmote: isEmote, chatID: chatID, now: now))
        }
    }

    private func delete(_ target: OutboxLine.Target, chatID: String) {
        if case .line(let id) = target, models.outbox.lines.contains(where: { $0.id == id && !$0.mayHaveLeft }) {
            archive.withdraw(lineID: id)
        } else {
            archive.add(.redaction(of: target, reason: "", chatID: chatID, now: now))
        }
    }

    private var now: Int64 { surroundings.now() }
}
