import AsyncHTTPClient
import Synchronization

/// A client that is made for its first request: what is on disk is on screen before that.
final class HTTPClientOnDemand: Sendable {
    private enum State {
        case notMade
        case made(HTTPClient)
        case shutDown
    }

    private let state = Mutex(State.notMade)
    private let make: @Sendable () -> HTTPClient

    init(_ make: @escaping @Sendable () -> HTTPClient) {
        self.make = make
    }

    /// The same one each time; fails after ``shutdown()``.
    var client: HTTPClient {
        get throws {
            try state.withLock { state in
                switch state {
                case .made(let client): return client
                case .shutDown: throw HTTPClientError.alreadyShutdown
                case .notMade:
                    let client = make()
                    state = .made(client)
                    return client
                }
            }
        }
    }

    /// Whether a request went by it.
    var isMade: Bool {
        state.withLock { state in
            if case .made = state { true } else { false }
        }
    }

    func shutdown() async {
        let client: HTTPClient? = state.withLock { state in
            defer { state = .shutDown }
            if case .made(let client) = state { return client }
            return nil
        }
        // The only failure is a second shutdown, and then there is nothing left to do.
        try? await client?.shutdown()
    }
}
