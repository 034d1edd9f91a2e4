package import Conversations
import MatrixAPI
import MatrixClient

/// Changes of lines in the outbox.
package enum OutboxEvent: RoutedEvent {
    /// A line is on disk and waits to be sent.
    case accepted(OutboxLine)
    case sent(id: String, eventID: String)
    /// The timeline showed a line before the server's response arrived.
    case echoed(id: String)
    /// A line was refused for good.
    case failed(id: String, reason: OutboxLineFailureReason)
    /// Lines were withdrawn: a line, and the changes of it that waited for it.
    case withdrawn(ids: [String])
    /// A line was changed or is retried as requested, and waits to be sent.
    case requeued(OutboxLine)
    /// The sent event can't be decrypted: the line is sent again, or stays refused.
    case repeated(OutboxLine)
    /// The number of uploaded bytes of a line's file; `nil` if no upload is running any more.
    case uploading(id: String, sent: Int64?)
    /// A request with a line began, or is known to have reached no server.
    case left(id: String, mayHaveLeft: Bool)
}

/// Handles the changes of lines in the outbox.
@MainActor
struct OutboxEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: OutboxEvent) {
        switch event {
        case .accepted(let line):
            if line.purpose == .message, line.chatID == state.timeline.chatID, effects.scripts.isWritten(line.id) {
                openTimeline.acceptByWriting()
            }
            state.outbox.append(line)
            noteDelay()
            effects.scripts.report(.saved, ofLine: line.id)
            effects.outbox.send(line)
        case .sent(let id, let eventID):
            state.outbox.setState(.sent(eventID: eventID), id: id)
            effects.scripts.report(.sent(eventID: eventID), ofLine: id)
            // A sent line shows that the server is back before the next sync attempt would.
            if case .waiting = state.connection.state { queue.post(ConnectionEvent.tryingNow) }
        case .echoed(let id):
            effects.outbox.echoed([id])
            if state.outbox.remove([id]).contains(where: { $0.file != nil }) { effects.outbox.sweepFiles() }
        case .failed(let id, let reason):
            state.outbox.setState(.failed(reason: reason), id: id)
            effects.scripts.report(.refused(reason), ofLine: id)
            if reason.saysNotThere {
                for chatID in state.outbox.chatIDs(of: [id]) { queue.post(MissingChatEvent.doubted(chatID: chatID)) }
            }
        case .withdrawn(let ids):
            let typed = state.outbox.lines.filter { $0.purpose == .message && ($0.kind.isTyped || $0.caption != nil) }
            for line in typed where ids.contains(line.id) {
                let words = ComposedLine.typed(line.caption ?? line.body, isEmote: line.isEmote)
                state.outbox.keepWithdrawn(words, chatID: line.chatID)
                queue.post(UndoEvent.did(.withdrew(TypedLine(words, chatID: line.chatID, threadID: line.threadID))))
            }
            state.outbox.remove(ids)
            for id in ids { effects.scripts.report(.withdrawn, ofLine: id) }
            effects.outbox.withdrew(ids)
        case .requeued(let line):
            state.outbox.replace(line)
            noteDelay()
            effects.outbox.send(line)
        case .repeated(let line):
            state.outbox.append(line)
            state.outbox.replace(line)
            effects.outbox.send(line)
        case .uploading(let id, let sent):
            state.outbox.setUploaded(sent, id: id)
        case .left(let id, let mayHaveLeft):
            state.outbox.setMayHaveLeft(mayHaveLeft, id: id)
        }
    }

    private func noteDelay() {
        if state.connection.delaysLines { state.outbox.noteDelay() }
    }
}

extension OutboxLineFailureReason {
    /// Whether the server's response means that the chat doesn't exist or the account can't write to it.
    fileprivate var saysNotThere: Bool {
        [.forbidden, .notFound].contains(code)
    }
}

extension OutboxEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) {
        let applied = slice.applied
        state.outbox.remove(applied.echoedLines)
        if slice.echoedLines.contains(where: { $0.file != nil }) { effects.outbox.sweepFiles() }
        for line in applied.repeatedLines { queue.post(OutboxEvent.repeated(line)) }
        effects.outbox.echoed(applied.echoedLines)
        effects.outbox.handleSync(of: applied.chats)
    }
}
