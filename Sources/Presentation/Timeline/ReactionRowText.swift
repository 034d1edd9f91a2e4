import Conversations
import Messenger
import ViewModels

/// Describes the reactions to a message. Own reactions are in brackets; a pending one ends with `…`.
struct ReactionRowText {
    let ownUserID: String
    /// The account's reactions that are in the outbox.
    let asked: [OutboxLine]
    /// The account's reactions whose removal is in the outbox, by event.
    var leaving: [String] = []

    /// The longest reaction that is shown in full, in characters.
    static let longestSign = 20

    func texts(of given: [MessageReaction]) -> [DisplayText] {
        var waiting: [String] = []
        for line in asked where !line.isRefused {
            if case .reaction(_, let key) = line.purpose, !waiting.contains(key) { waiting.append(key) }
        }
        // An earlier version stored reactions without visible characters.
        var texts = given.compactMap { reaction -> DisplayText? in
            guard !VisibleName.isBlank(reaction.key) else { return nil }
            let own = reaction.eventID(of: ownUserID)
            let isLeaving = own.map(leaving.contains) ?? false
            let isComing = own == nil && waiting.contains(reaction.key)
            waiting.removeAll { $0 == reaction.key }
            let count = reaction.count + (isComing ? 1 : 0) - (isLeaving ? 1 : 0)
            guard count > 0 else { return nil }
            return sign(
                reaction.key, count: count, isOwn: isComing || (own != nil && !isLeaving),
                isWaiting: isComing || isLeaving)
        }
        texts += waiting.map { sign($0, count: 1, isOwn: true, isWaiting: true) }
        return texts
    }

    private func sign(_ key: String, count: Int, isOwn: Bool, isWaiting: Bool) -> DisplayText {
        let short = key.shortened(to: Self.longestSign)
        let text = DisplayText(sanitizing: "\(short) \(count)\(isWaiting ? "…" : "")")
        return isOwn ? "[" + text + "]" : text
    }
}

extension AskedChanges {
    /// The status of a line that waits for its turn.
    static func waiting(isOnline: Bool) -> DisplayText {
        isOnline ? .words("timeline.sending") : .words("timeline.unsent")
    }
}

extension AskedChanges.Changes {
    /// A requested change takes precedence over the message's own status.
    func status(
        isEdited: Bool, isOnline: Bool, otherwise own: DisplayText, _ ownTone: MessageViewModel.StatusTone
    ) -> (DisplayText, MessageViewModel.StatusTone) {
        let waiting = AskedChanges.waiting(isOnline: isOnline)
        if let removal {
            return status(of: removal, .words("timeline.removing")) { .words("timeline.not-removed", ["reason": $0]) }
        }
        if let edit, edit.isUnsent {
            return status(of: edit, edited(waiting)) { .words("timeline.not-edited", ["reason": $0]) }
        }
        if let refused = reactions.first(where: \.isRefused) {
            return status(of: refused, .empty) { .words("timeline.no-reaction", ["reason": $0]) }
        }
        if let pollEnd, pollEnd.isUnsent {
            return status(of: pollEnd, .words("poll.ending")) { .words("poll.not-ended", ["reason": $0]) }
        }
        if let answer, answer.isUnsent {
            return status(of: answer, waiting) { .words("poll.not-answered", ["reason": $0]) }
        }
        guard isEdited else { return (own, ownTone) }
        return (own.isEmpty ? .words("timeline.edited") : edited(own), ownTone)
    }

    private func edited(_ status: DisplayText) -> DisplayText {
        .words("timeline.edited-and", ["status": status.string])
    }

    private func status(
        of line: OutboxLine, _ pending: DisplayText, _ refusal: (String) -> DisplayText
    ) -> (DisplayText, MessageViewModel.StatusTone) {
        if case .failed(let reason) = line.state { return (refusal(reason.text), .failed) }
        return (pending, .pending)
    }
}
