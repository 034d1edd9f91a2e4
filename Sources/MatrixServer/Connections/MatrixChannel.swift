import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Sets up connections for HTTP and for the upgrade to the stream.
struct MatrixChannel: HTTPChannelHandler {
    private static let largestFrame = 64 * 1024

    let responder: HTTPChannelHandler.Responder
    let server: Homeserver
    let connections: ConnectionRegistry

    init(responder: @escaping HTTPChannelHandler.Responder, server: Homeserver, connections: ConnectionRegistry) {
        (self.responder, self.server, self.connections) = (responder, server, connections)
        // If two connections instantiate a generic class at once for the first time, one may find it incomplete and
        // crash in Swift's runtime (6.3.1). Creating it here completes it before a client connects.
        _ = Self.requestDecoder()
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<MatrixConnection> {
        guard let connection = connections.insert(channel) else {
            channel.close(promise: nil)
            let refused: EventLoopFuture<MatrixConnection.Kind> = channel.eventLoop.makeSucceededFuture(.closed)
            return channel.eventLoop.makeSucceededFuture(MatrixConnection(channel: channel, kind: refused))
        }
        return channel.eventLoop.makeCompletedFuture {
            let serverLimits = server.configuration.limits
            // Setting the option fails only on a closed connection, which needs none.
            try? channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: .init(serverLimits.socketBuffer))
            // A connection keeps its last buffer. Most requests fit in this size, and the buffer grows for longer ones.
            try? channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1_024, maximum: 65_536))
            let handshake = StreamHandshake(tokens: server.tokens)
            let encoder = HTTPResponseEncoder()
            let decoder = Self.requestDecoder()
            let gate = UpgradeGate(handshake, presence: connection.presence)
            let pace = RequestPace(connection, server)
            let pipelineGate = PipelineGate(pace)
            let upgrade = NIOTypedHTTPServerUpgradeHandler(
                httpEncoder: encoder, extraHTTPHandlers: [pipelineGate, decoder, pace, gate],
                upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                    upgraders: [upgrader(handshake)],
                    notUpgradingCompletionHandler: { channel in addHTTP(to: channel, logger) }))
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers([
                UnreadGuard(connection, connections.unread, server), encoder, pipelineGate, decoder, pace, gate,
                upgrade,
            ])
            let kind = upgrade.upgradeResultFuture
            // The handler with the idle timeout is added with the first request. This timer applies until then.
            let deadline = channel.eventLoop.scheduleTask(in: .init(serverLimits.idle)) {
                channel.close(promise: nil)
            }
            kind.whenComplete { _ in deadline.cancel() }
            return MatrixConnection(channel: channel, kind: kind)
        }
    }

    func handle(value: MatrixConnection, logger: Logger) async {
        guard let kind = try? await value.kind.get() else {
            value.channel.close(promise: nil)
            return
        }
        switch kind {
        case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
        case .stream(let channel, let token, let target):
            guard let connection = connections.connection(of: channel.channel) else { return }
            let session = StreamSession(channel.channel, connection, token, target, server)
            // The session retains the connection, so a strong reference would create a cycle.
            connection.whenStalled { [weak session] in session?.close(.readerStalled) }
            await session.run(channel)
        case .closed: value.channel.close(promise: nil)
        }
    }

    private static func requestDecoder() -> ByteToMessageHandler<HTTPRequestDecoder> {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderListSize = 16 * 1024
        limits.maxHeaderFieldSize = 16 * 1024
        limits.maxHeaderFieldCount = 100
        return ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
    }

    private func upgrader(_ handshake: StreamHandshake) -> NIOTypedWebSocketServerUpgrader<MatrixConnection.Kind> {
        NIOTypedWebSocketServerUpgrader(
            maxFrameSize: MatrixChannel.largestFrame,
            shouldUpgrade: { channel, head in
                let isAllowed = handshake.caller(of: head) != nil
                return channel.eventLoop.makeSucceededFuture(
                    isAllowed ? ["Sec-WebSocket-Protocol": StreamHandshake.subprotocol] : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    // The token may have expired since the first check.
                    guard let token = handshake.token(of: head), let target = Target(head.uri) else { return .closed }
                    return .stream(try NIOAsyncChannel(wrappingChannelSynchronously: channel), token, target)
                }
            })
    }

    private func addHTTP(to channel: any Channel, _ logger: Logger) -> EventLoopFuture<MatrixConnection.Kind> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(
                HTTPConnectionStateHandler(idleTimeout: server.configuration.limits.idle, logger: logger))
            return .http(
                try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
        }
    }
}
