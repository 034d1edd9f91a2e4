import Conversations
import Engine
import Messenger
import ViewModels

/// A message with all that its row is built from. Rows are cached by it as a whole: what isn't here can't be read.
struct MessageRowInput: Equatable {
    let shared: SharedRowValues
    let message: Message
    /// The status of the message itself, such as *sent*.
    let status: DisplayText
    /// A doubt about the sender of the message.
    let doubt: AuthenticityWarning?
    /// The changes of the message that are in the outbox.
    let changes: RowChanges
    /// Whether its spoilers are opened.
    let showsHidden: Bool
    /// The number of outbox messages in its thread; `nil` if it is the root of none or threads aren't shown.
    let linesInThread: Int?
    /// The state of its file, if that was asked for.
    let file: MediaState?
    /// The state of its picture; `nil` if none is drawn yet, or none are drawn at all.
    let picture: PictureState?

    /// The changes of a message that are in the outbox. Most messages have none, and their rows are compared quickly.
    indirect enum RowChanges: Equatable {
        case none
        /// - leavingReactions: the account's reactions whose removal is in the outbox, by event.
        /// - isOnline: whether the changes are on their way.
        case some(AskedChanges.Changes, leavingReactions: [String], isOnline: Bool)
    }

    func build() -> MessageViewModel {
        let (asked, leavingReactions, isOnline): (AskedChanges.Changes, [String], Bool) =
            switch changes {
            case .none: (AskedChanges.Changes(), [], true)
            case .some(let asked, let leaving, let isOnline): (asked, leaving, isOnline)
            }
        let (told, tone) = asked.status(
            isEdited: message.isEdited || asked.edit != nil, isOnline: isOnline, otherwise: file?.status ?? status,
            file?.tone ?? .done)
        return MessageViewModel(
            time: DisplayText(sanitizing: shared.time.clock(message.timestamp)), sender: shared.name(message.sender),
            senderHue: shared.colors[message.sender], isOwn: message.sender == shared.ownUserID,
            isMention: shared.mentions.isCalled(by: message), kind: message.isRemoved ? .removed : kind(message.kind),
            text: text(asked), status: told, statusTone: tone,
            mustShowWholeSender: shared.names.mustBeShownWhole(message.sender),
            quote: shared.quote(message.quoted, of: message.replyTo),
            reactions: reactions(asked, leaving: leavingReactions),
            thread: shared.showsThreads ? thread : .empty,
            hasNewInThread: shared.showsThreads && message.thread?.newCount ?? 0 > 0,
            mark: doubt?.mark ?? .none, poll: poll(asked), picture: shownPicture)
    }

    private func kind(_ kind: Message.Kind) -> MessageViewModel.Kind {
        switch kind {
        case .emote: .emote
        case .notice, .sticker, .encrypted, .unreadable, .malformed, .unknown: .notice
        case .text, .picture, .video, .sound, .file, .place, .poll, .membership, .chatName, .chatTopic, .power,
            .joinRule, .historyVisibility, .pins, .chatEnd, .verification, .relation:
            .text
        }
    }

    private func text(_ asked: AskedChanges.Changes) -> RichText {
        if message.isRemoved { return RichText(removed) }
        if message.kind == .encrypted { return RichText(message.sealedText) }
        if let edit = asked.edit { return RichText(edit) }
        return RichText(message, showsHidden: showsHidden)
    }

    private func poll(_ asked: AskedChanges.Changes) -> PollViewModel? {
        PollTally(message, ownUserID: shared.ownUserID, waiting: asked.answer?.pollAnswers, power: shared.power)
            .map { PollViewModelBuilder(tally: $0).build() }
    }

    private func reactions(_ asked: AskedChanges.Changes, leaving: [String]) -> [DisplayText] {
        guard !message.isRemoved else { return [] }
        return ReactionRowText(ownUserID: shared.ownUserID, asked: asked.reactions, leaving: leaving)
            .texts(of: message.reactions)
    }

    private var shownPicture: PictureViewModel? {
        let rows = shared.pictureRows
        guard rows > 0, let own = MessagePicture(message) else { return nil }
        return switch picture {
        case nil: PictureViewModel(shape: own.shape, maxRows: rows, content: .awaited)
        case .drawn(let drawn, let shape, _)?:
            // The size stated in the message reserves the space, even if it is wrong.
            PictureViewModel(shape: own.shape ?? shape, maxRows: rows, content: .drawn(drawn))
        case .failed(let failure, _)?:
            PictureViewModel(
                shape: own.shape, maxRows: rows, content: failure.passes ? .awaited : .failed(failure.text))
        }
    }

    /// A text as in `Deleted by Kim: twice the same`; a sender who deleted their own message isn't named.
    private var removed: DisplayText {
        guard let removal = message.removal else { return .words("timeline.deleted") }
        let what: DisplayText =
            removal.sender == message.sender
            ? .words("timeline.deleted")
            : .words("timeline.deleted-by", ["name": shared.names.name(of: removal.sender)])
        guard let reason = removal.reason else { return what }
        return what + ": " + DisplayText(sanitizing: reason.shortened(to: Self.longestReason))
    }

    /// The longest reason that is shown; a longer one would fill the screen.
    private static let longestReason = 300

    /// A summary, as in `3 replies, the newest by Bo 09:15 · 2 new`.
    private var thread: DisplayText {
        var parts: [DisplayText] = []
        if let thread = message.thread {
            let isSameDay = TimeText.day(thread.newestAt) == TimeText.day(message.timestamp)
            let day = isSameDay ? "" : shared.time.date(thread.newestAt) + " "
            parts.append(
                .words(
                    "timeline.thread",
                    [
                        "name": shared.names.name(of: thread.newestSender),
                        "time": day + shared.time.clock(thread.newestAt),
                    ], count: thread.count))
            if thread.newCount > 0 { parts.append(.words("timeline.new-in-thread", count: thread.newCount)) }
        }
        if let linesInThread { parts.append(.words("timeline.unsent-in-thread", count: linesInThread)) }
        return parts.joined(separator: " · ")
    }
}

/// The values that all rows of a chat are built from. ``ChatRowViewModelCache/shared(_:)`` keeps equal ones the same
/// object, so that rows are compared quickly.
final class SharedRowValues: Equatable, Sendable {
    let names: MemberNames
    let time: TimeText
    let ownUserID: String
    let colors: NameColors
    /// The power levels of the chat, if known.
    let power: ChatPower?
    /// Whether the root messages of threads show a summary of the thread.
    let showsThreads: Bool
    /// The maximum height of a picture in lines; 0 if none are drawn.
    let pictureRows: Int
    /// Follows from the names and the power levels.
    let mentions: MentionCheck

    init(
        names: MemberNames, time: TimeText, ownUserID: String, colors: NameColors = NameColors(),
        power: ChatPower? = nil, showsThreads: Bool = true, pictureRows: Int = 0
    ) {
        self.names = names
        self.time = time
        self.ownUserID = ownUserID
        self.colors = colors
        self.power = power
        self.showsThreads = showsThreads
        self.pictureRows = pictureRows
        mentions = MentionCheck(ownUserID: ownUserID, displayName: names.displayName(of: ownUserID), power: power)
    }

    static func == (left: SharedRowValues, right: SharedRowValues) -> Bool {
        left === right || left.hasSameValues(as: right)
    }

    private func hasSameValues(as other: SharedRowValues) -> Bool {
        names == other.names && time == other.time && ownUserID == other.ownUserID && colors == other.colors
            && power == other.power && showsThreads == other.showsThreads && pictureRows == other.pictureRows
    }

    func name(_ userID: String) -> DisplayText { DisplayText(sanitizing: names.name(of: userID)) }

    func quote(_ quoted: QuotedMessage?, of eventID: String?) -> DisplayText {
        guard eventID != nil else { return .empty }
        guard let quoted else { return .words("timeline.an-earlier-message") }
        let body: DisplayText =
            quoted.isRemoved ? .words("timeline.a-removed-message") : DisplayText(sanitizing: quoted.line)
        return .quote(by: name(quoted.sender), body)
    }
}

extension Message {
    /// The reason why an encrypted message can't be decrypted.
    var sealedText: DisplayText {
        guard case .sealed(let reason, _) = encryption else { return .words("timeline.sealed-awaits-key") }
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
}
