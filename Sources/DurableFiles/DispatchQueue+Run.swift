package import Dispatch

/// Work that blocks its thread, such as the calls of ``DurableFile`` and of SQLite.
///
/// Swift's tasks share as many threads as the machine has cores. A task that blocks its thread delays all others, and
/// two blocked tasks on a machine with two cores stop the program. Such work therefore runs on a queue of its owner,
/// and its task is suspended meanwhile.
extension DispatchQueue {
    /// Runs the work on this queue, and returns its result.
    ///
    /// On a serial queue, the work runs after all work that was added earlier. Canceling the task doesn't end the
    /// wait: the caller may rely on the work being done.
    ///
    /// - Parameter work: may block its thread, but must not wait for other work on a serial queue.
    /// - Returns: the result of the work.
    /// - Throws: the error of the work.
    nonisolated(nonsending) package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            self.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
