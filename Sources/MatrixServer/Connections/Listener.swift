import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// A Hummingbird server on an address, with the shared responder. Its `Application` isn't used: it checks the clock
/// once a second, which would wake an idle server.
struct Listener: Sendable {
    let address: ListenAddress
    let service: any Service
    /// Yields the listening channel, or finishes without one.
    let isRunning: AsyncStream<any Channel>
    /// Finishes ``isRunning`` when listening failed.
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
                    // Adding a handler fails only if the listener has closed already.
                    try? await channel.eventLoop.submit {
                        let pause = AcceptPause(server.configuration.limits, server.logger)
                        try channel.pipeline.syncOperations.addHandler(pause, position: .first)
                    }.get()
                    continuation.yield(channel)
                    continuation.finish()
                })
    }
}
