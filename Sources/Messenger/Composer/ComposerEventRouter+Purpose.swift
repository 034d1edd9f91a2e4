import Conversations
import MatrixAPI
import ViewModels

/// Answers and edits.
extension ComposerEventRouter {
    /// Whom a text names, beside oneself.
    func mentions(in body: String) -> [String] {
        MentionFinder.userIDs(in: body, members: models.timeline.members.values).filter { $0 != models.account.userID }
    }

    /// - Returns: whether the line was an answer or an edit, and is taken.
    func finishPurpose(_ text: String, chatID: String, isConfirmed: Bool) -> Bool {
        let typed = TypedLine(text, chatID: chatID, purpose: models.composer.purpose)
        let line = ComposedLine(text: text, isConfirmed: models.composer.confirmedText == text)
        switch (models.composer.purpose, line) {
        case (.reply(let message), .message(let body, let isEmote)):
            let called = mentions(in: body) + (message.sender == models.account.userID ? [] : [message.sender])
            outbox.accept(
                .reply(to: message.eventID, body: body, isEmote: isEmote, mentions: called, chatID: chatID, now: now),
                typed: typed)
            models.composer.endPurpose()
            models.composer.replace("")
            models.chatList.setDraft("", chatID: chatID)
        case (.edit(let target, let old, _), .message(let body, let isEmote)):
            // An edit says its words twice: once for clients that know no edits.
            let size = MessageContent.edit(of: target.eventID, body: body, isEmote: isEmote).serialized.count
            guard size <= ComposedLine.maximumBytes || outboxLine(target)?.isHere == true else {
                models.composer.tell(.tooLongForEdit(by: size - ComposedLine.maximumBytes))
                return true
            }
            if body != old { edit(target, from: old, to: body, isEmote: isEmote, typed) }
            models.composer.endPurpose()
        case (.edit(let target, _, _), .nothing):
            guard isConfirmed else {
                models.composer.ask(.deleteMessage, about: text, notice: .emptied)
                return true
            }
            delete(target, chatID: chatID)
            models.composer.endPurpose()
        case (.newLine, _), (.reply, _), (.edit, _):
            return false
        }
        typing.stopped(chatID: chatID)
        tellOfDraft()
        return true
    }

    /// A line that never left says the new words in the first place.
    private func edit(
        _ target: OutboxLine.Target, from old: String, to body: String, isEmote: Bool, _ typed: TypedLine
    ) {
        // Whom it called without naming them, as an answer calls whom it answers, it goes on calling.
        let (named, namedBefore, now) = (mentions(in: body), mentions(in: old), self.now)
        let edit: @Sendable (Set<String>) -> OutboxLine = { former in
            .edit(
                of: target, body: body, isEmote: isEmote, mentions: named + former.subtracting(namedBefore),
                formerMentions: former, chatID: typed.chatID, now: now)
        }
        guard let former = formerMentions(of: target) else {
            outbox.edit(knowing: target.eventID, typed: typed) { edit($0?.message.mentions?.userIDs ?? []) }
            return
        }
        let mentions = named + former.subtracting(namedBefore)
        if let line = outboxLine(target), line.isHere {
            var content = MessageContent.text(body, isEmote: isEmote, mentions: mentions)
            content["m.relates_to"] = (try? JSONValue(parsing: line.content))?["m.relates_to"]
            outbox.rewrite(lineID: line.id, as: content, body: body, or: edit(former), typed: typed)
        } else {
            outbox.edit(edit(former), typed: typed)
        }
    }

    /// Whom a message calls with the newest words that are known, `nil` where the disk alone knows.
    private func formerMentions(of target: OutboxLine.Target) -> Set<String>? {
        let lines = models.outbox.lines
        if let edit = lines.last(where: { $0.purpose == .edit(of: target) }) {
            return mentions(in: (try? JSONValue(parsing: edit.content))?["m.new_content"])
        }
        switch target {
        case .event:
            return models.timeline.message(target).map { $0.message.mentions?.userIDs ?? [] }
        case .line(let id):
            return mentions(in: lines.first { $0.id == id }.flatMap { try? JSONValue(parsing: $0.content) })
        }
    }

    private func mentions(in content: JSONValue?) -> Set<String> {
        content.flatMap(MessageDecoder.mentions)?.userIDs ?? []
    }

    private func delete(_ target: OutboxLine.Target, chatID: String) {
        if let line = outboxLine(target), line.isHere {
            outbox.withdraw(lineID: line.id, chatID: chatID)
        } else {
            outbox.add(.redaction(of: target, reason: "", chatID: chatID, now: now))
        }
    }

    private func outboxLine(_ target: OutboxLine.Target) -> OutboxLine? {
        guard case .line(let id) = target else { return nil }
        return models.outbox.lines.first { $0.id == id }
    }

    private var now: Int64 { environment.now() }
}
