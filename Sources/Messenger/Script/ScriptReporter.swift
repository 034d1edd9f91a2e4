import Conversations
package import MatrixClient

/// Reports results to programs without a screen. Routers call it as an effect, and a waiting program never blocks the
/// session.
@MainActor
package final class ScriptReporter {
    private var lines: [String: AsyncStream<SendStatus>.Continuation] = [:]
    private var imports: [String: AsyncStream<ImportOutcome>.Continuation] = [:]
    private var connections: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
    /// The lines that no user has typed, until they are on disk.
    private var unwritten: Set<String> = []
    private var count = 0
    private var state = ConnectionState.connecting
    private var isClosed = false

    /// Returns the states of a line that is about to be requested, until a final state.
    package func fates(ofLine id: String) -> AsyncStream<SendStatus> {
        let (stream, continuation) = AsyncStream.makeStream(of: SendStatus.self)
        if isClosed { continuation.finish() }
        lines[id] = continuation
        unwritten.insert(id)
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.lines[id] = nil }
        }
        return stream
    }

    /// Returns the result of an import that is about to be requested. The stream ends empty if the session ends
    /// before.
    package func outcome(ofImport id: String) -> AsyncStream<ImportOutcome> {
        let (stream, continuation) = AsyncStream.makeStream(of: ImportOutcome.self)
        if isClosed { continuation.finish() }
        imports[id] = continuation
        return stream
    }

    func report(_ outcome: ImportOutcome, ofImport id: String) {
        guard let continuation = imports.removeValue(forKey: id) else { return }
        continuation.yield(outcome)
        continuation.finish()
    }

    /// Returns the current state of the connection, and each change.
    package func connection() -> AsyncStream<ConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(of: ConnectionState.self)
        count += 1
        let number = count
        connections[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.connections[number] = nil }
        }
        continuation.yield(state)
        if isClosed { continuation.finish() }
        return stream
    }

    /// Whether a line was typed by the user, who has then seen the messages above it.
    func isWritten(_ id: String) -> Bool { !unwritten.contains(id) }

    func report(_ fate: SendStatus, ofLine id: String) {
        unwritten.remove(id)
        guard let continuation = lines[id] else { return }
        continuation.yield(fate)
        if fate == .saved, let problem = state.problem { continuation.yield(.delayed(problem)) }
        if fate.isLast { continuation.finish() }
    }

    /// Handles echoes of lines in the sync, whose responses may have been lost.
    func arrived(_ applied: AppliedSlice) {
        guard !lines.isEmpty else { return }
        for id in applied.echoedLines where lines[id] != nil {
            let messages = applied.newMessages.values.lazy.flatMap { $0 }
            let event = messages.first { $0.message.transactionID == id }
            report(.sent(eventID: event?.message.eventID), ofLine: id)
        }
    }

    func connectionChanged(to state: ConnectionState) {
        self.state = state
        for continuation in connections.values { continuation.yield(state) }
        guard let problem = state.problem else { return }
        for continuation in lines.values { continuation.yield(.delayed(problem)) }
    }

    /// Ends all streams.
    package func close() {
        isClosed = true
        for continuation in lines.values { continuation.finish() }
        for continuation in connections.values { continuation.finish() }
        for continuation in imports.values { continuation.finish() }
    }
}

extension ConnectionState {
    /// The reason why the sync is down; `nil` while it runs or is connecting.
    package var problem: MatrixClientError? {
        switch self {
        case .connecting, .online: nil
        case .waiting(let error, _), .stopped(let error): error
        }
    }
}
