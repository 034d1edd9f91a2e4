import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the view models of messages, with their requested changes.
struct MessageViewModelBuilder {
    /// The values that all rows of a chat share.
    let shared: SharedRowValues
    let isOnline: Bool
    let changes: AskedChanges
    /// The messages with opened spoilers, by event.
    var opened: Set<String> = []
    /// The number of outbox messages in threads, by the root event of the thread.
    var linesInThreads: [String: Int] = [:]
    /// The download states of files, by event.
    var media: [String: MediaState] = [:]
    /// The states of pictures, by event.
    var pictures: [String: PictureState] = [:]

    /// - Parameter doubt: a doubt about the sender of the message.
    func build(_ message: Message, status: DisplayText, doubt: AuthenticityWarning? = nil) -> MessageViewModel {
        row(message, status: status, doubt: doubt).build()
    }

    /// Returns a message with all that its row is built from.
    func row(_ message: Message, status: DisplayText, doubt: AuthenticityWarning? = nil) -> MessageRowInput {
        MessageRowInput(
            shared: shared, message: message, status: status, doubt: doubt, changes: rowChanges(of: message),
            showsHidden: opened.contains(message.eventID),
            linesInThread: shared.showsThreads ? linesInThreads[message.eventID] : nil,
            file: message.isRemoved ? nil : media[message.eventID],
            picture: shared.pictureRows > 0 ? pictures[message.eventID] : nil)
    }

    private func rowChanges(of message: Message) -> MessageRowInput.RowChanges {
        guard !changes.isEmpty else { return .none }
        let asked = changes.of(message)
        let own = message.reactions.compactMap { $0.eventID(of: shared.ownUserID) }
        let leaving = own.filter { changes[.event($0)].removal != nil }
        return asked.isEmpty && leaving.isEmpty
            ? .none : .some(asked, leavingReactions: leaving, isOnline: isOnline)
    }

    /// - Parameter quoted: the message that is replied to, if known.
    func build(_ line: OutboxLine, quoted: QuotedMessage?, isLastSent: Bool) -> MessageViewModel {
        let asked = changes[.line(line.id)]
        let (own, ownTone): (DisplayText, MessageViewModel.StatusTone) =
            switch line.state {
            case .queued: (uploading(line) ?? AskedChanges.waiting(isOnline: isOnline), .pending)
            case .sent: (isLastSent ? .words("timeline.sent") : .empty, .done)
            case .failed(let reason): (.words("timeline.failed", ["reason": reason.text]), .failed)
            }
        let (status, tone) = asked.status(
            isEdited: asked.edit != nil, isOnline: isOnline, otherwise: own, ownTone)
        return MessageViewModel(
            time: DisplayText(sanitizing: shared.time.clock(line.acceptedAt)), sender: shared.name(shared.ownUserID),
            senderHue: shared.colors[shared.ownUserID], isOwn: true, isMention: false,
            kind: line.isEmote ? .emote : .text, text: RichText(asked.edit ?? line), status: status, statusTone: tone,
            mustShowWholeSender: shared.names.mustBeShownWhole(shared.ownUserID),
            quote: shared.quote(quoted, of: line.replyTo),
            reactions: ReactionRowText(ownUserID: shared.ownUserID, asked: asked.reactions).texts(of: []),
            poll: PollTally(line).map { PollViewModelBuilder(tally: $0, isUnsent: true).build() })
    }

    /// The upload progress, as in `sending 34 %`.
    private func uploading(_ line: OutboxLine) -> DisplayText? {
        guard isOnline, let file = line.file, let sent = file.sent, file.size > 0 else { return nil }
        return .words("timeline.uploading", ["percent": String(sent * 100 / file.size)])
    }
}
