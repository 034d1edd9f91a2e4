import Dispatch
import Storage

/// Has the disk work off the main actor: writes one after the other in the order in which they were asked, reads beside them.
/// What comes of it is told as events, of reads in the order of the questions.
@MainActor
final class DiskQueue {
    let queue: EventQueue
    private let writes: AsyncStream<@Sendable () async -> Void>.Continuation
    private let writer: Task<Void, Never>
    /// A thread of its own: a read blocks, and must hold up neither keys nor requests.
    private let reader = DispatchQueue(label: "im.confab.disk")
    private var unanswered = 0
    private var isFinished = false

    init(queue: EventQueue) {
        self.queue = queue
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        writes = continuation
        writer = Task.detached {
            for await write in stream { await write() }
        }
    }

    /// Returns once all that was asked is on disk, and no read is under way, so that the database may be closed. It takes nothing
    /// more.
    func finish() async {
        isFinished = true
        writes.finish()
        await writer.value
        await withCheckedContinuation { continuation in reader.async { continuation.resume() } }
    }

    /// Returns once all that was asked so far is on disk, or can't be kept.
    func settle() async {
        await withCheckedContinuation { continuation in
            if case .terminated = writes.yield({ continuation.resume() }) { continuation.resume() }
        }
    }

    /// Returns once no question waits for its answer, nor what was asked because of one.
    func answered() async {
        while unanswered > 0 {
            await withCheckedContinuation { continuation in
                reader.async { DispatchQueue.main.async { continuation.resume() } }
            }
        }
    }

    // MARK: Reading

    /// - Parameters:
    ///   - fallback: the answer where the disk can't be read, of which the person is told.
    ///   - question: reads the stores; it may block.
    ///   - event: what to make of the answer.
    func ask<Answer: Sendable, Told: RoutedEvent>(
        _ fallback: Answer, _ question: @escaping @Sendable () throws -> Answer,
        then event: @escaping @MainActor (Answer) -> Told?
    ) {
        guard !isFinished else { return }
        unanswered += 1
        reader.async { [weak self] in
            let answer = Result(catching: question)
            // The main queue keeps the order of answers, which tasks need not.
            DispatchQueue.main.async {
                MainActor.assumeIsolated { _ = self?.tell(answer, fallback, event) }
            }
        }
    }

    private func tell<Answer, Told: RoutedEvent>(
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

    /// For a write that depends on what is on disk.
    nonisolated func read<Answer: Sendable>(_ question: @escaping @Sendable () throws -> Answer) async throws -> Answer
    {
        try await withCheckedThrowingContinuation { continuation in
            reader.async { continuation.resume(with: Result(catching: question)) }
        }
    }

    // MARK: Writing

    func write(_ body: @escaping @Sendable () async -> Void) {
        writes.yield(body)
    }

    /// Where it fails the person is told.
    func attempt(_ body: @escaping @Sendable () async throws -> Void) {
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
