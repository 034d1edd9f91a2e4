package import Logging
package import MatrixAPI

/// Syncs with the homeserver. Each response is requested after the last one was applied.
/// ``SyncMachine`` decides the next step.
package actor SyncLoop {
    private let client: HomeserverClient
    private let filter: String?
    private let firstFilter: String?
    private let answerCache: SyncResponseCache?
    private let logger: Logger
    private let apply: @Sendable ([SyncResponse]) async -> Bool
    private let report: @Sendable (ConnectionState) async -> Void
    private let clock: LoopClock
    private var machine: SyncMachine
    private var stream: StreamConnection?
    /// The current operation. It is canceled if something more urgent happens.
    private var operation: Task<Outcome, Never>?
    private var urgent: SyncMachine.Input?
    /// The first sync request, which is sent beside the request of the versions.
    private var early: Task<SyncResponse, any Error>?
    private var isStopped = false
    /// The reason why connections may be dead. The next attempt uses new ones.
    private var suspicion: Suspicion?
    /// The reason for the current connections, until they are known to work.
    private var renewal: Suspicion?

    /// The reason why connections may be dead.
    private enum Suspicion: Comparable {
        /// A connection broke off or was closed.
        case loss
        /// A connection is silent, or the caller doubts all connections.
        case silence
    }

    /// - Parameters:
    ///   - filter: a stored filter's identifier, or a filter as JSON.
    ///   - firstFilter: the filter for a complete sync; by default the same.
    ///   - since: the token to continue from; `nil` for a complete sync.
    ///   - allowsStream: `false` uses long polls even if the server offers a stream.
    ///   - answerCache: its stored response is applied before the first request.
    ///   - apply: saves one or more responses in order. `false` ends the loop. The next request, with the last
    ///     response's token, follows after it has returned.
    ///   - report: called with each state. The loop waits for it, so that states and responses arrive in order.
    package init(
        client: HomeserverClient, filter: String?, firstFilter: String? = nil, since: String?,
        allowsStream: Bool = true, answerCache: SyncResponseCache? = nil,
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

    /// Runs until ``stop()``, cancellation of its task, or a permanent end. It can run only once.
    package func run() async {
        guard await applyPending() else { return }
        early = Task { [since = machine.since] in try await self.response(since: since, timeout: 0) }
        var inputs: [SyncMachine.Input] = [.started]
        while !isStopped, !Task.isCancelled {
            var next: SyncMachine.Instruction?
            while let input = inputs.isEmpty ? nextUrgentInput() : inputs.removeFirst() {
                // A second input ends the operation of the first, since it is more urgent. It may also arrive
                // during a report, when there is no operation to end.
                let instructions = machine.handle(input, now: clock.now(), jitter: .random(in: 0..<1))
                next = await announce(instructions) ?? next
            }
            guard let next, next != .stop, !isStopped else { break }
            inputs = await perform(next)
        }
        early?.cancel()
        // It may be saving its response.
        _ = await early?.result
        closeStream()
    }

    /// Ends ``run()`` after the response that is being applied.
    package func stop() {
        isStopped = true
        early?.cancel()
        operation?.cancel()
    }

    /// Ends a wait, for example on the user's request.
    package func tryNow() {
        if machine.isWaiting { interrupt(with: .tryNow) }
    }

    /// Closes connections that may be dead and connects again, for example after the machine slept or
    /// its network changed.
    package func networkChanged() {
        suspect(.silence)
        interrupt(with: .networkChanged)
    }
}

extension SyncLoop {
    /// The result of an operation.
    private enum Outcome: Sendable {
        case input(SyncMachine.Input)
        case answers([SyncResponse])
        case opened(StreamConnection)
    }

    /// Applies a response that an earlier run received and had not applied when it was ended.
    ///
    /// - Returns: `false` if it could not be saved.
    private func applyPending() async -> Bool {
        guard let answerCache, let body = await answerCache.kept(machine.since) else { return true }
        var read = body.withUnsafeBufferPointer { SyncResponse(discarding: $0) }
        // Repairing malformed JSON may need bytes that parsing has freed.
        if read == nil { read = await answerCache.kept(machine.since).flatMap { SyncResponse(body: $0) } }
        guard var response = read else {
            answerCache.clear()
            return true
        }
        response.isWhole = machine.since == nil
        guard await apply([response]) else { return false }
        answerCache.clear()
        machine.resume(from: response.nextBatch)
        return true
    }

    private func interrupt(with input: SyncMachine.Input) {
        urgent = input
        operation?.cancel()
    }

    private func suspect(_ suspicion: Suspicion) {
        self.suspicion = max(suspicion, self.suspicion ?? suspicion)
    }

    private func nextUrgentInput() -> SyncMachine.Input? {
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
            // The early request may be on a connection that is dead.
            cancelEarly()
            client.renewConnections()
            renewal = max(suspicion, renewal ?? suspicion)
            self.suspicion = nil
        }
        let (stream, early) = (stream, takeEarly(for: instruction))
        let task = Task { await self.outcome(of: instruction, stream: stream, early: early) }
        operation = task
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        operation = nil
        let input = await translate(outcome)
        switch input {
        case .failed(.unreachable(let reason)), .streamEnded(.lost(let reason)):
            suspect(reason.isSilence ? .silence : .loss)
        default: break
        }
        guard let urgent = nextUrgentInput() else { return [input] }
        // Cancellation is not a failure. An operation that finished anyway counts.
        if case .failed(.cancelled) = input { return [urgent] }
        return [input, urgent]
    }

    /// Returns the early request for the same sync instruction. Cancels it for any other instruction, except for the
    /// versions.
    private func takeEarly(for instruction: SyncMachine.Instruction) -> Task<SyncResponse, any Error>? {
        if instruction == .requestVersions { return nil }
        if instruction == .sync(since: machine.since, timeoutMilliseconds: 0) {
            defer { early = nil }
            return early
        }
        cancelEarly()
        return nil
    }

    private func cancelEarly() {
        early?.cancel()
        early = nil
    }

    private func translate(_ outcome: Outcome) async -> SyncMachine.Input {
        switch outcome {
        case .input(let input): return input
        case .answers(let responses):
            guard let last = responses.last, await apply(responses) else { return .notApplied }
            answerCache?.clear()
            // While the stream lasts, no sync request acknowledges the new token.
            if responses.contains(where: { !$0.deviceMessages.isEmpty }) {
                stream?.confirmReceived(nextBatch: last.nextBatch)
            }
            return .applied(nextBatch: last.nextBatch, isEmpty: responses.allSatisfy(\.isEmpty))
        case .opened(let stream):
            self.stream = stream
            return .streamOpened
        }
    }

    private nonisolated func outcome(
        of instruction: SyncMachine.Instruction, stream: StreamConnection?, early: Task<SyncResponse, any Error>?
    ) async -> Outcome {
        do {
            switch instruction {
            case .requestVersions: return .input(.versions(try await client.versions()))
            case .sync(let since, let timeout):
                guard let early else { return .answers([try await response(since: since, timeout: timeout)]) }
                let response = try await withTaskCancellationHandler {
                    try await early.value
                } onCancel: {
                    early.cancel()
                }
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

    private nonisolated func response(since: String?, timeout: Int64) async throws -> SyncResponse {
        try await client.sync(
            since: since, filter: since == nil ? firstFilter : filter, timeoutMilliseconds: timeout,
            answerCache: answerCache)
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
