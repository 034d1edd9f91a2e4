import Conversations
import ViewModels

/// Builds the view model of a message with its requested changes.
struct MessageViewModelBuilder {
    let names: MemberNames
    let time: TimeText
    let ownUserID: String
    let isOnline: Bool
    let changes: AskedChanges
    let mentions: MentionCheck
    /// The messages with opened spoilers, by event.
    var opened: Set<String> = []
    var colors = NameColors()
    /// The power levels of the chat, if known.
    var power: ChatPower?
    /// Whether the root messages of threads show a summary of the thread.
    var showsThreads = true
    /// The number of outbox messages in threads, by the root event of the thread.
    var linesInThreads: [String: Int] = [:]
    /// The download states of files, by event.
    var media: [String: MediaState] = [:]
    /// The states of pictures, by event.
    var pictures: [String: PictureState] = [:]
    /// The maximum height of a picture in lines; 0 if none are drawn.
    var pictureRows = 0

    /// The longest reaction that is shown in full, in characters.
    static let longestSign = 20

    /// The longest reason that is shown; a longer one would fill the screen.
    private static let longestReason = 300

    /// - Parameter doubt: a doubt about the sender of the message.
    func build(_ message: Message, status: DisplayText, doubt: AuthenticityWarning? = nil) -> MessageViewModel {
        let asked = changes.of(message)
        let file = message.isRemoved ? nil : media[message.eventID]
        let (told, tone) = self.status(
            of: asked, isEdited: message.isEdited || asked.edit != nil, otherwise: file?.status ?? status,
            file?.tone ?? .done)
        return MessageViewModel(
            time: DisplayText(sanitizing: time.clock(message.timestamp)), sender: name(message.sender),
            senderHue: colors[message.sender], isOwn: message.sender == ownUserID,
            isMention: mentions.isCalled(by: message), kind: message.isRemoved ? .removed : kind(message.kind),
            text: text(message, asked), status: told,
            statusTone: tone, mustShowWholeSender: names.mustBeShownWhole(message.sender),
            quote: quote(message.quoted, of: message.replyTo),
            reactions: message.isRemoved ? [] : reactions(message.reactions, asked: asked.reactions),
            thread: showsThreads ? thread(of: message) : .empty,
            hasNewInThread: showsThreads && message.thread?.newCount ?? 0 > 0,
            mark: doubt?.mark ?? .none, poll: poll(of: message, asked), picture: picture(of: message))
    }

    /// - Parameter quoted: the message that is replied to, if known.
    func build(_ line: OutboxLine, quoted: QuotedMessage?, isLastSent: Bool) -> MessageViewModel {
        let asked = changes[.line(line.id)]
        let (own, ownTone): (DisplayText, MessageViewModel.StatusTone) =
            switch line.state {
            case .queued: (uploading(line) ?? waiting, .pending)
            case .sent: (isLastSent ? .words("timeline.sent") : .empty, .done)
            case .failed(let reason): (.words("timeline.failed", ["reason": reason.text]), .failed)
            }
        let (status, tone) = self.status(of: asked, isEdited: asked.edit != nil, otherwise: own, ownTone)
        return MessageViewModel(
            time: DisplayText(sanitizing: time.clock(line.acceptedAt)), sender: name(ownUserID),
            senderHue: colors[ownUserID], isOwn: true, isMention: false, kind: line.isEmote ? .emote : .text,
            text: text(asked.edit ?? line), status: status, statusTone: tone,
            mustShowWholeSender: names.mustBeShownWhole(ownUserID), quote: quote(quoted, of: line.replyTo),
            reactions: reactions([], asked: asked.reactions),
            poll: PollTally(line).map { PollViewModelBuilder(tally: $0, isUnsent: true).build() })
    }

    /// The upload progress, as in `sending 34 %`.
    private func uploading(_ line: OutboxLine) -> DisplayText? {
        guard isOnline, let file = line.file, let sent = file.sent, file.size > 0 else { return nil }
        return .words("timeline.uploading", ["percent": String(sent * 100 / file.size)])
    }

    private var waiting: DisplayText { isOnline ? .words("timeline.sending") : .words("timeline.unsent") }

    private func kind(_ kind: Message.Kind) -> MessageViewModel.Kind {
        switch kind {
        case .emote: .emote
        case .notice, .sticker, .encrypted, .unreadable, .malformed, .unknown: .notice
        case .text, .picture, .video, .sound, .file, .place, .poll, .membership, .chatName, .chatTopic, .power,
            .joinRule, .historyVisibility, .pins, .chatEnd, .verification, .relation:
            .text
        }
    }

    private func text(_ message: Message, _ asked: AskedChanges.Changes) -> RichText {
        if message.isRemoved { return RichText(removed(message)) }
        if message.kind == .encrypted { return RichText(sealed(message)) }
        if let edit = asked.edit { return text(edit) }
        return RichText(message, showsHidden: opened.contains(message.eventID))
    }

    private func poll(of message: Message, _ asked: AskedChanges.Changes) -> PollViewModel? {
        PollTally(message, ownUserID: ownUserID, waiting: asked.answer?.pollAnswers, power: power)
            .map { PollViewModelBuilder(tally: $0).build() }
    }

    private func picture(of message: Message) -> PictureViewModel? {
        guard pictureRows > 0, let picture = MessagePicture(message) else { return nil }
        return switch pictures[message.eventID] {
        case nil: PictureViewModel(shape: picture.shape, maxRows: pictureRows, content: .awaited)
        case .drawn(let drawn, let shape, _)?:
            // The size stated in the message reserves the space, even if it is wrong.
            PictureViewModel(shape: picture.shape ?? shape, maxRows: pictureRows, content: .drawn(drawn))
        case .failed(let failure, _)?:
            PictureViewModel(
                shape: picture.shape, maxRows: pictureRows, content: failure.passes ? .awaited : .failed(failure.text))
        }
    }

    /// Returns the reason why an encrypted message can't be decrypted.
    func sealed(_ message: Message) -> DisplayText {
        guard case .sealed(let reason, _) = message.encryption else { return .words("timeline.sealed-awaits-key") }
        return switch reason {
        case .awaitsKey: .words("timeline.sealed-awaits-key")
        case .withheld(code: "m.unverified"): .words("timeline.sealed-unverified")
        case .withheld(code: "m.blacklisted"): .words("timeline.sealed-blacklisted")
        case .withheld(code: "m.unauthorised"): .words("timeline.sealed-unauthorised")
        case .withheld(code: "m.unavailable"): .words("timeline.sealed-unavailable")
        case .withheld(code: "m.no_olm"): .words("timeline.sealed-no-olm")
        case .withheld(let code): .words("timeline.sealed-withheld", ["code": code])
        case .beforeKey: .words("timeline.sealed-before-key")
        case .isReplay: .words("timeline.sealed-replay")
        case .otherSender: .words("timeline.sealed-other-sender")
        case .malformed: .words("timeline.sealed-malformed")
        case .unknownAlgorithm: .words("timeline.sealed-unknown-algorithm")
        case .withoutKeys: .words("timeline.sealed-without-keys")
        }
    }

    /// Returns a text as in `Deleted by Kim: twice the same`; a sender who deleted their own message isn't named.
    private func removed(_ message: Message) -> DisplayText {
        guard let removal = message.removal else { return .words("timeline.deleted") }
        let what: DisplayText =
            removal.sender == message.sender
            ? .words("timeline.deleted") : .words("timeline.deleted-by", ["name": names.name(of: removal.sender)])
        guard let reason = removal.reason else { return what }
        return what + ": " + DisplayText(sanitizing: reason.shortened(to: Self.longestReason))
    }

    private func text(_ line: OutboxLine) -> RichText {
        RichText(line)
    }

    /// A requested change takes precedence over the message's own status.
    private func status(
        of asked: AskedChanges.Changes, isEdited: Bool, otherwise own: DisplayText,
        _ ownTone: MessageViewModel.StatusTone
    ) -> (DisplayText, MessageViewModel.StatusTone) {
        if let removal = asked.removal {
            return status(of: removal, .words("timeline.removing")) { .words("timeline.not-removed", ["reason": $0]) }
        }
        if let edit = asked.edit, edit.isUnsent {
            return status(of: edit, edited(waiting)) { .words("timeline.not-edited", ["reason": $0]) }
        }
        if let refused = asked.reactions.first(where: \.isRefused) {
            return status(of: refused, .empty) { .words("timeline.no-reaction", ["reason": $0]) }
        }
        if let end = asked.pollEnd, end.isUnsent {
            return status(of: end, .words("poll.ending")) { .words("poll.not-ended", ["reason": $0]) }
        }
        if let answer = asked.answer, answer.isUnsent {
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

    private func quote(_ quoted: QuotedMessage?, of eventID: String?) -> DisplayText {
        guard eventID != nil else { return .empty }
        guard let quoted else { return .words("timeline.an-earlier-message") }
        let body: DisplayText =
            quoted.isRemoved ? .words("timeline.a-removed-message") : DisplayText(sanitizing: quoted.line)
        return .quote(by: name(quoted.sender), body)
    }

    /// Own reactions are in brackets; a pending one ends with `…`.
    private func reactions(_ given: [MessageReaction], asked: [OutboxLine]) -> [DisplayText] {
        var waiting: [String] = []
        for line in asked where !line.isRefused {
            if case .reaction(_, let key) = line.purpose, !waiting.contains(key) { waiting.append(key) }
        }
        // An earlier version stored reactions without visible characters.
        var texts = given.compactMap { reaction -> DisplayText? in
            guard !VisibleName.isBlank(reaction.key) else { return nil }
            let own = reaction.eventID(of: ownUserID)
            let isLeaving = own.map { changes[.event($0)].removal != nil } ?? false
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

    /// Returns a summary, as in `3 replies, the newest by Bo 09:15 · 2 new`.
    private func thread(of message: Message) -> DisplayText {
        var parts: [DisplayText] = []
        if let thread = message.thread {
            let isSameDay = TimeText.day(thread.newestAt) == TimeText.day(message.timestamp)
            let day = isSameDay ? "" : time.date(thread.newestAt) + " "
            parts.append(
                .words(
                    "timeline.thread",
                    ["name": names.name(of: thread.newestSender), "time": day + time.clock(thread.newestAt)],
                    count: thread.count))
            if thread.newCount > 0 { parts.append(.words("timeline.new-in-thread", count: thread.newCount)) }
        }
        if let count = linesInThreads[message.eventID] {
            parts.append(.words("timeline.unsent-in-thread", count: count))
        }
        return parts.joined(separator: " · ")
    }

    private func name(_ userID: String) -> DisplayText { DisplayText(sanitizing: names.name(of: userID)) }
}

extension String {
    /// Shortens to a number of characters, ending with `…`.
    func shortened(to count: Int) -> String { self.count > count ? prefix(count) + "…" : self }

    /// Returns the beginning in one line, with `…` if it is shortened. It is for text from others in a row about
    /// something else.
    func beginning(upTo count: Int) -> String {
        let start = prefix(count + 1)
        let line = start.split(whereSeparator: \.isNewline).joined(separator: " ")
        return start.count > count ? line.prefix(count) + "…" : line
    }
}

extension OutboxLine {
    var isRefused: Bool {
        if case .failed = state { true } else { false }
    }

    /// Whether only this device can have it, so that it can be rewritten or removed without a trace.
    var isHere: Bool { isRefused || isUnsent && !mayHaveLeft }
}
