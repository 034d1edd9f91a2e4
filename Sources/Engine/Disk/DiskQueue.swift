import Dispatch
import DurableFiles

/// Runs disk operations off the main actor: writes one after the other in the order of the requests, reads in
/// parallel with them. Results are posted as events, those of reads in the order of the requests.
@MainActor
package final class DiskQueue {
    package let queue: EventQueue
    private let writes: AsyncStream<@Sendable () async -> Void>.Continuation
    private let writer: Task<Void, Never>
    /// A separate thread, since a read blocks and must delay neither keys nor requests.
    private let reader = DispatchQueue(label: "im.confab.disk")
    private var unanswered = 0
    private var isFinished = false

    package init(queue: EventQueue) {
        self.queue = queue
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        writes = continuation
        writer = Task.detached {
            for await write in stream { await write() }
        }
    }

    /// Returns when all requested writes are on disk and no read is running, so that the database may be closed.
    /// Later requests are discarded.
    package func finish() async {
        isFinished = true
        writes.finish()
        await writer.value
        await withCheckedContinuation { continuation in reader.async { continuation.resume() } }
    }

    /// Returns when all writes requested so far are on disk or have failed.
    package func settle() async {
        await withCheckedContinuation { continuation in
            if case .terminated = writes.yield({ continuation.resume() }) { continuation.resume() }
        }
    }

    /// Returns when no read is pending, including reads that were requested because of one.
    package func answered() async {
        while unanswered > 0 {
            await withCheckedContinuation { continuation in
                reader.async { DispatchQueue.main.async { continuation.resume() } }
            }
        }
    }

    // MARK: Reading

    /// Reads from disk, and posts the answer as an event.
    ///
    /// - Parameters:
    ///   - fallback: the answer if the disk can't be read, which is also reported to the user.
    ///   - question: reads the stores; it may block.
    ///   - event: makes an event from the answer; `nil` posts none.
    package func ask<Answer: Sendable, Told: RoutedEvent>(
        _ fallback: Answer, _ question: @escaping @Sendable () throws -> Answer,
        then event: @escaping @MainActor (Answer) -> Told?
    ) {
        guard !isFinished else { return }
        unanswered += 1
        reader.async { [weak self] in
            let answer = Result(catching: question)
            // The main queue keeps the order of answers, which tasks don't guarantee.
            DispatchQueue.main.async {
                MainActor.assumeIsolated { _ = self?.report(answer, fallback, event) }
            }
        }
    }

    private func report<Answer, Told: RoutedEvent>(
        _ answer: Result<Answer, any Error>, _ fallback: Answer, _ event: @MainActor (Answer) -> Told?
    ) {
        unanswered -= 1
        switch answer {
        case .success(let answer):
            if let event = event(answer) { queue.post(event) }
        case .failure(let error):
            queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            if let event = event(fallback) { queue.post(event) }
        }
    }

    /// Reads for a write that depends on stored data.
    package nonisolated func read<Answer: Sendable>(_ question: @escaping @Sendable () throws -> Answer) async throws
        -> Answer
    {
        try await reader.run(question)
    }

    // MARK: Writing

    package func write(_ body: @escaping @Sendable () async -> Void) {
        writes.yield(body)
    }

    /// Runs a write. An error is reported to the user.
    package func attempt(_ body: @escaping @Sendable () async throws -> Void) {
        write { [queue] in
            do {
                try await body()
                await queue.post(ConnectionEvent.storageProblem(nil))
            } catch {
                await queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            }
        }
    }
}
