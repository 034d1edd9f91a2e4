import Conversations

/// The expected view of a whole sequence of events. It applies the specification's rules one by one, independent of
/// the order of arrival.
struct PlainTimeline {
    /// The events as they were sent, in the server's order.
    let events: [Message]

    var messages: [Message] {
        events.filter { $0.kind != .relation }.map(shown)
    }

    private func shown(_ event: Message) -> Message {
        if isRemoved(event.eventID) { return removed(event) }
        let edit = newestEdit(of: event)
        var message = event
        if case .edit(_, let content) = edit?.relation {
            message.kind = content.kind
            message.body = content.body
            message.formattedBody = content.formattedBody
            message.isEdited = true
        }
        message.reactions = reactions(to: event.eventID)
        message.quoted = event.replyTo.flatMap(quoted)
        return message
    }

    private func isRemoved(_ eventID: String) -> Bool {
        events.contains { event in
            guard case .redaction(eventID, _) = event.relation else { return false }
            return true
        }
    }

    private func newestEdit(of event: Message) -> Message? {
        guard [.text, .emote, .notice, .picture].contains(event.kind) else { return nil }
        let edits = events.filter { candidate in
            guard case .edit(event.eventID, _) = candidate.relation else { return false }
            return candidate.sender == event.sender && !isRemoved(candidate.eventID)
        }
        return edits.max { ($0.timestamp, $0.eventID) < ($1.timestamp, $1.eventID) }
    }

    private func reactions(to eventID: String) -> [MessageReaction] {
        var found: [MessageReaction] = []
        for event in events.sorted(by: { ($0.timestamp, $0.eventID) < ($1.timestamp, $1.eventID) }) {
            guard case .reaction(eventID, let key) = event.relation, !isRemoved(event.eventID) else { continue }
            let giver = MessageReaction.Sender(userID: event.sender, eventID: event.eventID)
            guard let index = found.firstIndex(where: { $0.key == key }) else {
                found.append(MessageReaction(key: key, givers: [giver]))
                continue
            }
            if found[index].eventID(of: event.sender) == nil { found[index].givers.append(giver) }
        }
        return found
    }

    private func quoted(_ eventID: String) -> QuotedMessage? {
        guard let event = events.first(where: { $0.eventID == eventID }), event.kind != .relation else { return nil }
        if isRemoved(eventID) {
            return QuotedMessage(
                eventID: eventID, sender: event.sender, kind: event.kind, body: "", isRemoved: true)
        }
        var (kind, body, html) = (event.kind, event.body, event.formattedBody)
        if case .edit(_, let content) = newestEdit(of: event)?.relation {
            (kind, body, html) = (content.kind, content.body, content.formattedBody)
        }
        return QuotedMessage(
            eventID: eventID, sender: event.sender, kind: kind, body: body, formattedBody: html, isRemoved: false)
    }

    private func removed(_ event: Message) -> Message {
        Message(
            eventID: event.eventID, sender: event.sender, timestamp: event.timestamp, kind: event.kind, body: "",
            detail: nil, isRemoved: true, transactionID: event.transactionID, source: "{}",
            removal: removal(of: event.eventID))
    }

    /// The oldest redaction counts. If it was redacted itself, its reason is gone.
    private func removal(of eventID: String) -> MessageRemoval? {
        let removals = events.compactMap { event -> MessageRemoval? in
            guard case .redaction(eventID, let reason) = event.relation else { return nil }
            return MessageRemoval(
                eventID: event.eventID, sender: event.sender, timestamp: event.timestamp,
                reason: isRemoved(event.eventID) ? nil : reason)
        }
        return removals.min { ($0.timestamp, $0.eventID) < ($1.timestamp, $1.eventID) }
    }
}
