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

/// Pauses accepting when the system has no file descriptor left. The handler is next to the listening socket.
///
/// NIO's own `AcceptBackoffHandler` delays the next read only. The failed read stays requested and the socket
/// readable, so the loop would retry at once and forever.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let pause: TimeAmount
    private let logger: Logger
    private var failures = 0

    init(_ limits: ServerLimits, _ logger: Logger) {
        pause = TimeAmount(limits.acceptPause)
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError else { return context.fireErrorCaught(error) }
        failures += 1
        logger.warning(
            "A connection could not be accepted, so none is for a while",
            metadata: ["errno": "\(error.errnoCode)", "failures": "\(failures)"])
        let channel = context.channel
        // The socket is updated only when the option changes. A connection that closed may have requested a read
        // meanwhile.
        setReading(true, channel)
        setReading(false, channel)
        channel.eventLoop.scheduleTask(in: pause) { AcceptPause.read(channel) }
    }

    private func setReading(_ isReading: Bool, _ channel: any Channel) {
        // Setting the option fails only on a closed socket.
        try? channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    private static func read(_ channel: any Channel) {
        // Setting the option fails only on a closed socket.
        try? channel.syncOptions?.setOption(.autoRead, value: true)
    }
}
