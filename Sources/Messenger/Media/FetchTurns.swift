/// Lets only one fetch of a file run at a time, so that a second one finds the first one's result in the cache.
///
/// Two messages may have the same file and request it at the same time. Only one fetch can own the partial file.
/// Without turns the second fetch fails, and its picture is not drawn.
actor FetchTurns {
    static let shared = FetchTurns()

    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The callers that wait for each running fetch, in order of arrival.
    private var waiters: [String: [Waiter]] = [:]
    private var count = 0

    /// Waits until no other fetch of the same file runs.
    ///
    /// - Returns: `false` if the task was canceled meanwhile. Then ``end(_:)`` must not be called.
    func begin(_ file: String) async -> Bool {
        guard !Task.isCancelled else { return false }
        guard waiters[file] != nil else {
            waiters[file] = []
            return true
        }
        count += 1
        let id = count
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: false) }
                waiters[file, default: []].append(Waiter(id: id, continuation: continuation))
            }
        } onCancel: {
            Task { await self.cancel(id, of: file) }
        }
    }

    func end(_ file: String) {
        guard var waiting = waiters[file], !waiting.isEmpty else {
            waiters[file] = nil
            return
        }
        let next = waiting.removeFirst()
        waiters[file] = waiting
        next.continuation.resume(returning: true)
    }

    private func cancel(_ id: Int, of file: String) {
        guard let index = waiters[file]?.firstIndex(where: { $0.id == id }) else { return }
        waiters[file]?.remove(at: index).continuation.resume(returning: false)
    }
}
