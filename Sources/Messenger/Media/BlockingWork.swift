import Dispatch

/// Work that waits for the disk, on a thread of its own: it must hold up neither keys nor requests.
enum BlockingWork {
    private static let queue = DispatchQueue(label: "im.confab.media")

    static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(Failure) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    /// After what was asked before; nobody waits for it.
    static func later(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
