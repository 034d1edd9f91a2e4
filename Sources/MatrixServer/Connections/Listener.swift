import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// One Hummingbird application on one address, over the responder that all share.
struct Listener: Sendable {
    let address: ListenAddress
    let application: Application<MatrixResponder>
    /// Has the listening channel, or ends without it.
    let isRunning: AsyncStream<any Channel>
    /// Ends ``isRunning``: it won't listen any more.
    let giveUp: @Sendable () -> Void

    init(
        _ address: ListenAddress, _ responder: MatrixResponder, _ server: Homeserver, _ connections: ConnectionRegistry
    ) {
        self.address = address
        let (stream, continuation) = AsyncStream<any Channel>.makeStream()
        isRunning = stream
        giveUp = { continuation.finish() }
        application = Application(
            responder: responder,
            server: HTTPServerBuilder { MatrixChannel(responder: $0, server: server, connections: connections) },
            configuration: ApplicationConfiguration(
                address: address.bindAddress, backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(server.configuration.maximumConnections)),
            onServerRunning: { channel in
                continuation.yield(channel)
                continuation.finish()
            },
            logger: server.logger)
    }
}
