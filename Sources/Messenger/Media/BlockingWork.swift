import Dispatch

/// Runs blocking disk work on a separate thread, so that keys and requests aren't delayed.
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

    /// Runs the body after all earlier work, without waiting for it.
    static func later(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
