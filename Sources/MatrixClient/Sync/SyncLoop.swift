package import Logging
package import MatrixAPI

/// Follows the homeserver: one answer after the other, each asked for when the last one was applied. What comes next is
/// ``SyncMachine``'s decision.
package actor SyncLoop {
    private let client: HomeserverClient
    private let filter: String?
    private let firstFilter: String?
    private let answerCache: AnswerCache?
    private let logger: Logger
    private let apply: @Sendable ([SyncResponse]) async -> Bool
    private let report: @Sendable (ConnectionState) async -> Void
    private let clock: LoopClock
    private var machine: SyncMachine
    private var stream: StreamConnection?
    /// What is under way; cancelled where something more urgent comes.
    private var operation: Task<Outcome, Never>?
    private var urgent: SyncMachine.Input?
    private var isStopped = false
    /// Whether connections may be dead: the next attempt goes by new ones.
    private var suspicion: Suspicion?
    /// Why the present connections were made, until they are known to work.
    private var renewal: Suspicion?

    /// Why connections may be dead.
    private enum Suspicion: Comparable {
        /// A connection broke off or was closed.
        case loss
        /// A connection fell silent, or somebody has reason to doubt all.
        case silence
    }

    /// - Parameters:
    ///   - filter: a stored filter's identifier, or a filter as JSON.
    ///   - firstFilter: for an answer with all there is, by default the same.
    ///   - since: where to go on; `nil`: from the start.
    ///   - allowsStream: `false` keeps to long polls, also where the server offers a stream.
    ///   - answerCache: what was put there and not applied is applied before anything is asked for.
    ///   - apply: stores one or more answers, in their order; `false` ends the loop. The next request, with the last one's
    ///     token, goes out only after it returned.
    ///   - report: told each state; nothing goes on before it returned, so that states are heard in their order and in
    ///     that of the answers.
    package init(
        client: HomeserverClient, filter: String?, firstFilter: String? = nil, since: String?,
        allowsStream: Bool = true, answerCache: AnswerCache? = nil,
        clock: LoopClock = .continuous, logger: Logger = HomeserverClient.silentLogger,
        apply: @escaping @Sendable ([SyncResponse]) async -> Bool,
        report: @escaping @Sendable (ConnectionState) async -> Void
    ) {
        self.client = client
        self.filter = filter
        self.firstFilter = firstFilter ?? filter
        self.answerCache = answerCache
        self.clock = clock
        self.logger = logger
        self.apply = apply
        self.report = report
        machine = SyncMachine(since: since, allowsStream: allowsStream)
    }

    /// Runs until ``stop()``, the end of its task, or an end for good. Once for each loop.
    package func run() async {
        guard await takeUp() else { return }
        var inputs: [SyncMachine.Input] = [.started]
        while !isStopped, !Task.isCancelled {
            var next: SyncMachine.Instruction?
            while let input = inputs.isEmpty ? takeUrgent() : inputs.removeFirst() {
                // A second input replaces the first one's operation: it is the more urgent one. It may also come while a
                // state is told, when there is no operation that it could end.
                let instructions = machine.handle(input, now: clock.now(), jitter: .random(in: 0..<1))
                next = await announce(instructions) ?? next
            }
            guard let next, next != .stop, !isStopped else { break }
            inputs = await perform(next)
        }
        closeStream()
    }

    /// Ends ``run()`` as soon as an answer that is being applied is applied.
    package func stop() {
        isStopped = true
        operation?.cancel()
    }

    /// Ends a wait, as when a person asks for it.
    package func tryNow() {
        if machine.isWaiting { interrupt(with: .tryNow) }
    }

    /// Gives up connections that may be dead and connects anew, as after the machine slept or its network changed.
    package func networkChanged() {
        suspect(.silence)
        interrupt(with: .networkChanged)
    }
}

extension SyncLoop {
    /// What came of an operation.
    private enum Outcome: Sendable {
        case input(SyncMachine.Input)
        case answers([SyncResponse])
        case opened(StreamConnection)
    }

    /// Applies what an earlier run got and was ended before it had applied it.
    ///
    /// - Returns: `false` where it could not be stored.
    private func takeUp() async -> Bool {
        guard let answerCache, let body = await answerCache.kept(machine.since) else { return true }
        var read = body.withUnsafeBufferPointer { SyncResponse(discarding: $0) }
        // A repair may need bytes that were given up.
        if read == nil { read = await answerCache.kept(machine.since).flatMap { SyncResponse(body: $0) } }
        guard var response = read else {
            answerCache.clear()
            return true
        }
        response.isWhole = machine.since == nil
        guard await apply([response]) else { return false }
        answerCache.clear()
        machine.goOn(from: response.nextBatch)
        return true
    }

    private func interrupt(with input: SyncMachine.Input) {
        urgent = input
        operation?.cancel()
    }

    private func suspect(_ suspicion: Suspicion) {
        self.suspicion = max(suspicion, self.suspicion ?? suspicion)
    }

    private func takeUrgent() -> SyncMachine.Input? {
        defer { urgent = nil }
        return urgent
    }

    private func announce(_ instructions: [SyncMachine.Instruction]) async -> SyncMachine.Instruction? {
        var operation: SyncMachine.Instruction?
        for instruction in instructions {
            if case .report(let state) = instruction {
                logger.debug("Connection: \(state.logText)")
                await report(state)
                if state == .online, let renewal {
                    self.renewal = nil
                    client.endOldRequests(includingOnce: renewal == .silence)
                }
            } else {
                operation = instruction
            }
        }
        return operation
    }

    private func perform(_ instruction: SyncMachine.Instruction) async -> [SyncMachine.Input] {
        if instruction != .receiveUpdate { closeStream() }
        if instruction == .requestVersions, let suspicion {
            client.renewConnections()
            renewal = max(suspicion, renewal ?? suspicion)
            self.suspicion = nil
        }
        let stream = stream
        let task = Task { await self.outcome(of: instruction, stream: stream) }
        operation = task
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        operation = nil
        let input = await take(outcome)
        switch input {
        case .failed(.unreachable(let reason)), .streamEnded(.lost(let reason)):
            suspect(reason.isSilence ? .silence : .loss)
        default: break
        }
        guard let urgent = takeUrgent() else { return [input] }
        // What was cancelled did not fail; what was finished nevertheless counts.
        if case .failed(.cancelled) = input { return [urgent] }
        return [input, urgent]
    }

    private func take(_ outcome: Outcome) async -> SyncMachine.Input {
        switch outcome {
        case .input(let input): return input
        case .answers(let responses):
            guard let last = responses.last, await apply(responses) else { return .notApplied }
            answerCache?.clear()
            // No request with the new token says so while the stream lasts.
            if responses.contains(where: { !$0.deviceMessages.isEmpty }) {
                stream?.tellTaken(nextBatch: last.nextBatch)
            }
            return .applied(nextBatch: last.nextBatch, isEmpty: responses.allSatisfy(\.isEmpty))
        case .opened(let stream):
            self.stream = stream
            return .streamOpened
        }
    }

    private nonisolated func outcome(
        of instruction: SyncMachine.Instruction, stream: StreamConnection?
    ) async -> Outcome {
        do {
            switch instruction {
            case .requestVersions: return .input(.versions(try await client.versions()))
            case .sync(let since, let timeout):
                let filter = since == nil ? firstFilter : filter
                let response = try await client.sync(
                    since: since, filter: filter, timeoutMilliseconds: timeout, answerCache: answerCache)
                return .answers([response])
            case .openStream(let since): return .opened(try await open(since: since))
            case .receiveUpdate:
                guard let stream else { throw StreamEnd.lost(.brokeOff) }
                let updates = try await stream.nextUpdates()
                for offset in updates.flatMap(\.brokenOffsets) {
                    logger.warning("Stream: no JSON at byte \(offset) of an update; that part is left out")
                }
                return .answers(updates)
            case .wait(let milliseconds):
                try await clock.sleep(milliseconds)
                return .input(.waitEnded)
            case .report, .stop: return .input(.notApplied)
            }
        } catch {
            if Task.isCancelled { return .input(.failed(.cancelled)) }
            if let end = error as? StreamEnd { return .input(.streamEnded(end)) }
            return .input(.failed(MatrixClientError(transport: error)))
        }
    }

    private nonisolated func open(since: String) async throws(StreamEnd) -> StreamConnection {
        let connector = StreamConnector(
            homeserver: client.homeserver, accessToken: client.accessToken ?? "", filter: filter,
            trust: client.trust, watch: client.watch)
        return try await connector.open(since: since)
    }

    private func closeStream() {
        stream?.close()
        stream = nil
    }
}
