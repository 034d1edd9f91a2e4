package import Logging
package import MatrixAPI

/// Follows the homeserver: one answer after the other, each asked for when the last one was applied.
package actor SyncLoop {
    private let client: MatrixClient
    private let filter: String?
    private var since: String?
    private let logger: Logger
    private let apply: @Sendable (SyncResponse) async -> Bool
    private let report: @Sendable (ConnectionState) -> Void

    /// - Parameters:
    ///   - filter: a stored filter's identifier, or a filter as JSON.
    ///   - since: where to go on; `nil`: from the start.
    ///   - apply: stores an answer; `false` ends the loop. The next request, with this answer's token, goes out only after it
    ///     returned.
    package init(
        client: MatrixClient, filter: String?, since: String?, logger: Logger = MatrixClient.silentLogger,
        apply: @escaping @Sendable (SyncResponse) async -> Bool,
        report: @escaping @Sendable (ConnectionState) -> Void
    ) {
        self.client = client
        self.filter = filter
        self.since = since
        self.logger = logger
        self.apply = apply
        self.report = report
    }

    /// Runs until `stop()`, the end of its task, or an end for good.
    package func run() async {
        report(.connecting)
    }

    package func stop() {}

    /// Ends a wait, as when a person asks for it or the network is back.
    package func tryNow() {}
}
