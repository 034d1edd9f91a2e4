import Conversations
import Engine

/// Handles the actions on messages.
@MainActor
struct MessageActionEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: MessageActionEvent) {
        switch event {
        case .replying(let target):
            guard let message = message(target) else { return }
            offerUndoOfEdit()
            state.composer.reply(to: QuotedMessage(message))
        case .editing(let target):
            edit(target)
        case .deleting(let target, let reason, let chatID):
            effects.outboxArchive.add(.redaction(of: target, reason: reason, chatID: chatID, now: environment.now()))
        case .reacting(let target, let key, let chatID):
            react(to: target, key: key, chatID: chatID)
        case .forwarding(let target, let chatID, let toChatID):
            forward(target, from: chatID, to: toChatID)
        case .turningSpoilers(let eventID):
            state.timeline.turnSpoilers(of: eventID)
        case .resending(let lineID, let chatID):
            queue.post(OutboxRequestEvent.resending(id: lineID, chatID: chatID))
        case .withdrawing(let lineID, let chatID):
            queue.post(OutboxRequestEvent.withdrawing(id: lineID, chatID: chatID))
        }
    }

    private func edit(_ target: OutboxLine.Target) {
        guard let said = sentText(target) else { return }
        offerUndoOfEdit()
        state.composer.edit(target, body: said.isEmote ? "/me " + said.body : said.body)
    }

    /// Offers to undo when an unsent edit of another message is discarded.
    private func offerUndoOfEdit() {
        if let left = state.composer.unsentEdit { queue.post(UndoEvent.did(left)) }
    }

    /// Adds a reaction, removes the user's own, or withdraws it if it wasn't sent yet.
    private func react(to target: OutboxLine.Target, key: String, chatID: String) {
        // An existing key is used unchanged, whatever characters it has.
        let isGiven = message(target)?.reactions.contains { $0.key == key } ?? false
        let key = isGiven ? key : key.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !key.isEmpty else { return }
        let now = environment.now()
        let waiting = state.outbox.lines.first { $0.purpose == .reaction(to: target, key: key) }
        if let waiting, waiting.isHere {
            effects.outboxArchive.withdraw(lineID: waiting.id, askedAt: state.composer.draftPlace ?? chatID)
        } else if let waiting {
            effects.outboxArchive.add(.redaction(of: .line(waiting.id), reason: "", chatID: chatID, now: now))
        } else if let own = ownReaction(target, key: key) {
            effects.outboxArchive.add(.redaction(of: .event(own), reason: "", chatID: chatID, now: now))
        } else {
            state.reactions.give(key)
            effects.outboxArchive.add(.reaction(to: target, key: key, chatID: chatID, now: now))
        }
    }

    private var now: Int64 { environment.now() }

    private func ownReaction(_ target: OutboxLine.Target, key: String) -> String? {
        message(target)?.reactions.first { $0.key == key }?.eventID(of: state.account.userID)
    }

    private func message(_ target: OutboxLine.Target) -> Message? { state.timeline.message(target)?.message }

    /// Forwards a message in its current form: with the text of its latest edit, sent or unsent.
    private func forward(_ target: OutboxLine.Target, from chatID: String, to toChatID: String) {
        let now = self.now
        let line: @Sendable (ForwardedContent?) -> OutboxLine? = { content in
            content.map { OutboxLine.forwarded($0, chatID: toChatID, now: now) }
        }
        if let edit = state.outbox.lines.last(where: { $0.purpose == .edit(of: target) }) {
            add(line(ForwardedContent(stored: edit.content)))
        } else if case .event(let eventID) = target {
            // The loaded window may belong to another chat by now, and doesn't have the source of an edit.
            effects.outboxArchive.add(knowing: eventID, chatID: chatID) { story in
                line(story?.versions.last.flatMap { ForwardedContent(source: $0.source) })
            }
        } else if case .line(let id) = target, let waiting = state.outbox.lines.first(where: { $0.id == id }) {
            add(line(ForwardedContent(stored: waiting.content)))
        }
    }

    private func add(_ line: OutboxLine?) {
        if let line { effects.outboxArchive.add(line) }
    }

    /// Returns the text of a message in the open chat, or of a waiting line; `nil` if it wasn't typed.
    private func sentText(_ target: OutboxLine.Target) -> (body: String, isEmote: Bool)? {
        let lines = state.timeline.chatID.map(state.outbox.lines(chatID:)) ?? []
        if let edit = lines.last(where: { $0.purpose == .edit(of: target) }) {
            return (edit.body, edit.isEmote)
        }
        if let message = message(target) {
            return message.kind.isTyped ? (message.body, message.kind == .emote) : nil
        }
        guard case .line(let id) = target, let line = lines.first(where: { $0.id == id }), line.kind.isTyped else {
            return nil
        }
        return (line.body, line.isEmote)
    }
}
