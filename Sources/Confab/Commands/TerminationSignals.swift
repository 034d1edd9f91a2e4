import Dispatch
import Foundation

/// Waits for SIGTERM or SIGINT instead of dying of them. SIGHUP of a closed terminal counts as well.
@MainActor
final class TerminationSignals {
    private let stream: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.stream = stream
        sources = [SIGTERM, SIGINT, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    func wait() async {
        for await _ in stream { return }
    }

    /// Returns once the work has ended, which the first signal cancels.
    func cancelling<Value>(_ work: Task<Value, any Error>) async -> Result<Value, any Error> {
        let ending = Task {
            await wait()
            work.cancel()
        }
        defer { ending.cancel() }
        return await work.result
    }
}
