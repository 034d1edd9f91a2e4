package import Engine

/// Starts and ends the sharing of the program's server.
@MainActor
struct ShareEndpoint {
    let parts: EndpointParts
    /// `nil` for an account whose server is another program.
    let sharing: ServerSharing?

    var standing: ServerSharing.Status { sharing?.standing() ?? .unknown }

    func share(at address: String) { run { await $0.share(address) } }

    func end() { run { await $0.end() } }

    private func run(_ work: @escaping @MainActor (ServerSharing) async -> ServerSharing.Outcome) {
        guard let sharing else { return }
        parts.tasks.run { @MainActor [queue = parts.queue] in
            switch await work(sharing) {
            case .done: queue.post(ShareEvent.done)
            case .failed(let reason): queue.post(ShareEvent.failed(reason))
            }
        }
    }
}

/// The program's functions to share its built-in server with others.
@MainActor
package struct ServerSharing {
    package enum Status: Hashable, Sendable {
        /// The server has not started yet.
        case unknown
        /// The server serves this account alone. Shared, it would be reachable at this address, as in
        /// `127.0.0.1:8008`.
        case alone(address: String)
        /// The server keeps running when the program ends. Others can join it with the command in `line`.
        case shared(address: String, line: String)
    }

    package enum Outcome: Sendable {
        case done
        case failed(any Reason)
    }

    package let standing: @MainActor () -> Status
    /// Moves the server to a process of its own, which others reach at the typed address.
    package let share: @MainActor (String) async -> Outcome
    /// Moves the server back into this program.
    package let end: @MainActor () async -> Outcome

    package init(
        standing: @escaping @MainActor () -> Status, share: @escaping @MainActor (String) async -> Outcome,
        end: @escaping @MainActor () async -> Outcome
    ) {
        self.standing = standing
        self.share = share
        self.end = end
    }
}
