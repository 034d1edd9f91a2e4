import Dispatch
import Foundation

/// Waits for SIGTERM or SIGINT, which then don't kill the process. SIGHUP of a closed terminal counts as well.
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

    /// Returns the result of some work. The first signal cancels the work.
    func cancelling<Value>(_ work: Task<Value, any Error>) async -> Result<Value, any Error> {
        let ending = Task {
            await wait()
            work.cancel()
        }
        defer { ending.cancel() }
        return await work.result
    }
}
