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
struct OutboxEventRouter: EventRouter {
    struct Models {
        let outbox: OutboxModel
        let timeline: TimelineModel
        let connection: ConnectionModel
    }

    private let models: Models
    private let open: OpenTimeline
    private let outbox: OutboxEndpoint
    private let handlers: SessionHandlers
    private let queue: EventQueue
    private let scripts: ScriptReporter

    func route(_ event: OutboxEvent) {
        switch event {
        case .accepted(let line):
            if line.purpose == .message, line.chatID == models.timeline.chatID, scripts.isWritten(line.id) {
                open.acceptByWriting()
            }
            models.outbox.append(line)
            noteDelay()
            scripts.report(.saved, ofLine: line.id)
            outbox.send(line)
            handlers.linesChanged(chatIDs: [line.chatID])
        case .sent(let id, let eventID):
            models.outbox.setState(.sent(eventID: eventID), id: id)
            scripts.report(.sent(eventID: eventID), ofLine: id)
            // A sent line shows that the server is back before the next sync attempt would.
            if case .waiting = models.connection.state { queue.post(ConnectionEvent.tryingNow) }
            handlers.linesChanged(chatIDs: models.outbox.chatIDs(of: [id]))
        case .echoed(let id):
            outbox.echoed([id])
            let chatIDs = models.outbox.chatIDs(of: [id])
            if models.outbox.remove([id]).contains(where: { $0.file != nil }) { outbox.sweepFiles() }
            handlers.linesChanged(chatIDs: chatIDs)
        case .failed(let id, let reason):
            models.outbox.setState(.failed(reason: reason), id: id)
            scripts.report(.refused(reason), ofLine: id)
            if reason.saysNotThere {
                for chatID in models.outbox.chatIDs(of: [id]) { queue.post(MissingChatEvent.doubted(chatID: chatID)) }
            }
            handlers.linesChanged(chatIDs: models.outbox.chatIDs(of: [id]))
        case .withdrawn(let ids):
            let chatIDs = models.outbox.chatIDs(of: ids)
            let typed = models.outbox.lines.filter { $0.purpose == .message && ($0.kind.isTyped || $0.caption != nil) }
            for line in typed where ids.contains(line.id) {
                let words = ComposedLine.typed(line.caption ?? line.body, isEmote: line.isEmote)
                models.outbox.keepWithdrawn(words, chatID: line.chatID)
                queue.post(UndoEvent.did(.withdrew(TypedLine(words, chatID: line.chatID, threadID: line.threadID))))
            }
            models.outbox.remove(ids)
            for id in ids { scripts.report(.withdrawn, ofLine: id) }
            outbox.withdrew(ids)
            handlers.linesChanged(chatIDs: chatIDs)
        case .requeued(let line):
            models.outbox.replace(line)
            noteDelay()
            outbox.send(line)
            handlers.linesChanged(chatIDs: [line.chatID])
        case .repeated(let line):
            models.outbox.append(line)
            models.outbox.replace(line)
            outbox.send(line)
            handlers.linesChanged(chatIDs: [line.chatID])
        case .uploading(let id, let sent):
            models.outbox.setUploaded(sent, id: id)
            handlers.linesChanged(chatIDs: models.outbox.chatIDs(of: [id]))
        case .left(let id, let mayHaveLeft):
            models.outbox.setMayHaveLeft(mayHaveLeft, id: id)
            handlers.linesChanged(chatIDs: models.outbox.chatIDs(of: [id]))
        }
    }

    private func noteDelay() {
        if models.connection.delaysLines { models.outbox.noteDelay() }
    }
}

extension OutboxEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(outbox: models.outbox, timeline: models.timeline, connection: models.connection),
            open: OpenTimeline(session), outbox: session.outbox, handlers: session.handlers,
            queue: session.queue, scripts: session.scripts)
    }
}

extension OutboxLineFailureReason {
    /// Whether the server's response means that the chat doesn't exist or the account can't write to it.
    fileprivate var saysNotThere: Bool {
        [.forbidden, .notFound].contains(code)
    }
}
