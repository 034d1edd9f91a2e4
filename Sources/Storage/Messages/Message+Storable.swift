import Conversations

extension Message {
    /// The message with texts that the database can store without loss.
    var storable: Message {
        if isStorable { return self }
        let change = detail.map {
            MembershipChange(userID: $0.userID.storable, displayName: $0.displayName?.storable, what: $0.what)
        }
        return Message(
            eventID: eventID.storable, sender: sender.storable, timestamp: timestamp, kind: kind,
            body: body.storable, eventType: eventType?.storable, formattedBody: formattedBody?.storable, detail: change,
            isRemoved: isRemoved,
            replyTo: replyTo?.storable, threadID: threadID?.storable, mentions: mentions?.storable,
            relation: relation?.storable,
            encryption: encryption, transactionID: transactionID?.storable,
            source: source.storable, removal: removal?.storable)
    }
}

extension Message {
    /// Whether it is known that no text has to be changed.
    var isStorable: Bool { isPlain && isTextStorable }

    private var isPlain: Bool { detail == nil && mentions == nil && relation == nil && removal == nil }

    private var isTextStorable: Bool {
        eventID.isStorable && sender.isStorable && body.isStorable && source.isStorable
            && eventType?.isStorable != false && formattedBody?.isStorable != false && replyTo?.isStorable != false
            && transactionID?.isStorable != false && threadID?.isStorable != false
    }
}

extension MessageRemoval {
    fileprivate var storable: MessageRemoval {
        MessageRemoval(
            eventID: eventID.storable, sender: sender.storable, timestamp: timestamp, reason: reason?.storable)
    }
}

extension MessageRelation {
    fileprivate var storable: MessageRelation {
        switch self {
        case .edit(let target, let content):
            .edit(
                of: target.storable,
                EditedContent(
                    kind: content.kind, body: content.body.storable,
                    formattedBody: content.formattedBody?.storable, mentions: content.mentions?.storable))
        case .reaction(let target, let key): .reaction(to: target.storable, key: key.storable)
        case .redaction(let target, let reason): .redaction(of: target.storable, reason: reason?.storable)
        case .pollAnswer(let target, let answers): .pollAnswer(to: target.storable, answers.map(\.storable))
        case .pollEnd(let target): .pollEnd(of: target.storable)
        }
    }
}

extension PollReply.Kind {
    /// The stored answers; `nil` for the end of a poll.
    var storedAnswers: String? {
        guard case .answers(let answers) = self else { return nil }
        return IdentifierText.join(answers)
    }

    init(storedAnswers: String?) {
        self = storedAnswers.map { .answers(IdentifierText.split($0)) } ?? .end
    }
}

/// The stored form: one Matrix ID per line, and `@room` if everybody is mentioned.
extension MessageMentions {
    private static let room: Substring = "@room"

    init(stored: String) {
        let lines = Set(stored.split(separator: "\n"))
        self.init(
            userIDs: Set(lines.subtracting([Self.room]).map(String.init)), isForRoom: lines.contains(Self.room))
    }

    var stored: String {
        let lines = userIDs.filter { !$0.contains("\n") && $0 != Self.room }.sorted()
        return (lines + (isForRoom ? [String(Self.room)] : [])).joined(separator: "\n")
    }

    /// The mentions with texts that the database can store without loss.
    var storable: MessageMentions { MessageMentions(stored: stored.storable) }
}
