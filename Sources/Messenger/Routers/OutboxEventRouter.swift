import Conversations
import Engine
import MatrixAPI
import MatrixClient

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
        removeEchoes(in: slice.applied)
        effects.outbox.handleSync(of: slice.applied.chats)
    }

    /// Removes the lines that are messages of a sync or of the history now.
    ///
    /// - Returns: The removed lines.
    @discardableResult
    func removeEchoes(in applied: AppliedSlice) -> [OutboxLine] {
        let removed = state.outbox.remove(applied.echoedLines)
        if removed.contains(where: { $0.file != nil }) { effects.outbox.sweepFiles() }
        for line in applied.repeatedLines { queue.post(OutboxEvent.repeated(line)) }
        effects.outbox.echoed(applied.echoedLines)
        return removed
    }
}

/// Handles the requests for lines in the outbox.
@MainActor
struct OutboxRequestEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: OutboxRequestEvent) {
        switch event {
        case .withdrawing(let id, let chatID): effects.outboxArchive.withdraw(lineID: id, askedAt: place(in: chatID))
        case .resending(let id, let chatID): effects.outboxArchive.retry(lineID: id, askedAt: place(in: chatID))
        case .sendingWithoutState(let chatID): effects.outboxArchive.sendWithoutState(chatID: chatID)
        case .refused(let notice, let place):
            state.composer.showNotice(notice, at: place)
        }
    }

    /// Returns the key of the chat or thread where the user made the request. A notice about it appears there.
    private func place(in chatID: String) -> String {
        chatID == state.composer.chatID ? state.composer.draftPlace ?? chatID : chatID
    }
}
