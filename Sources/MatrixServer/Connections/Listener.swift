import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// One of Hummingbird's servers on one address, over the responder that all share. Its `Application` is left out: it looks at
/// the clock once a second, and an idle server is to sleep.
struct Listener: Sendable {
    let address: ListenAddress
    let service: any Service
    /// Has the listening channel, or ends without it.
    let isRunning: AsyncStream<any Channel>
    /// Ends ``isRunning``: it won't listen any more.
    let giveUp: @Sendable () -> Void

    init(
        _ address: ListenAddress, _ responder: MatrixResponder, _ server: Homeserver, _ connections: ConnectionRegistry
    ) throws {
        self.address = address
        let (stream, continuation) = AsyncStream<any Channel>.makeStream()
        isRunning = stream
        giveUp = { continuation.finish() }
        service = try HTTPServerBuilder { MatrixChannel(responder: $0, server: server, connections: connections) }
            .buildServer(
                configuration: HummingbirdCore.ServerConfiguration(
                    address: address.bindAddress, backlog: 1024,
                    availableConnectionsDelegate: MaximumAvailableConnections(connections.maximum)),
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: server.logger,
                responder: { request, _, channel in
                    let context = MatrixContext(channel: channel, connection: connections.connection(of: channel))
                    try await responder.respond(to: request, context: context).write(to: channel)
                },
                onServerRunning: { channel in
                    // Only a listener that has closed already takes no handler.
                    try? await channel.eventLoop.submit {
                        let pause = AcceptPause(server.configuration.limits, server.logger)
                        try channel.pipeline.syncOperations.addHandler(pause, position: .first)
                    }.get()
                    continuation.yield(channel)
                    continuation.finish()
                })
    }
}
