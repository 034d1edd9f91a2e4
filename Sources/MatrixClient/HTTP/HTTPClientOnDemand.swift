import AsyncHTTPClient
import Synchronization

/// A client that is created for its first request, so that data on disk are on screen before that.
///
/// The client can be replaced while requests are pending, because it can't close single connections that may be dead.
final class HTTPClientOnDemand: Sendable {
    /// A request's use of the current client, which stays open until ``end()``.
    struct Lease: Sendable {
        let client: HTTPClient
        fileprivate let generation: Int
        fileprivate let owner: HTTPClientOnDemand

        func end() { owner.end(generation) }
    }

    private struct Made {
        let client: HTTPClient
        var requests = 0
    }

    private struct State {
        /// The client for new requests, and replaced ones with pending requests, by generation.
        var made: [Int: Made] = [:]
        var generation = 0
        var isShutDown = false
    }

    private let state = Mutex(State())
    private let make: @Sendable () -> HTTPClient

    init(_ make: @escaping @Sendable () -> HTTPClient) {
        self.make = make
    }

    /// Returns the same client until ``renew()``. Fails after ``shutdown()``.
    func lease() throws -> Lease {
        try state.withLock { state in
            guard !state.isShutDown else { throw HTTPClientError.alreadyShutdown }
            var made = state.made[state.generation] ?? Made(client: make())
            made.requests += 1
            state.made[state.generation] = made
            return Lease(client: made.client, generation: state.generation, owner: self)
        }
    }

    /// Whether the client was created.
    var isMade: Bool { state.withLock { !$0.made.isEmpty } }

    /// The number of open clients. It exceeds one only while requests of replaced clients are pending.
    var count: Int { state.withLock { $0.made.count } }

    /// Makes new requests use new connections. Pending requests keep theirs.
    func renew() {
        let unused: HTTPClient? = state.withLock { state in
            let old = state.generation
            guard let made = state.made[old] else { return nil }
            state.generation += 1
            guard made.requests == 0 else { return nil }
            state.made[old] = nil
            return made.client
        }
        close(unused)
    }

    func shutdown() async {
        let clients = state.withLock { state in
            defer { state.made = [:] }
            state.isShutDown = true
            return state.made.values.map(\.client)
        }
        // The only possible failure is a second shutdown, which can be ignored.
        for client in clients { try? await client.shutdown() }
    }

    private func end(_ generation: Int) {
        let unused: HTTPClient? = state.withLock { state in
            state.made[generation]?.requests -= 1
            guard generation != state.generation, let made = state.made[generation], made.requests == 0 else {
                return nil
            }
            state.made[generation] = nil
            return made.client
        }
        close(unused)
    }

    private func close(_ client: HTTPClient?) {
        guard let client else { return }
        // The only possible failure is a second shutdown, which can't happen: the client is no longer in the table.
        Task { try? await client.shutdown() }
    }
}
