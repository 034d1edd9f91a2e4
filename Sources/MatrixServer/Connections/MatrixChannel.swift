import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket

/// Sets connections up for HTTP and for the upgrade to the stream.
struct MatrixChannel: HTTPChannelHandler {
    private static let idleTimeout: Duration = .seconds(60)
    private static let largestFrame = 64 * 1024

    let responder: HTTPChannelHandler.Responder
    let server: Homeserver
    let connections: ConnectionRegistry

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<MatrixConnection> {
        channel.eventLoop.makeCompletedFuture {
            connections.insert(channel)
            let handshake = StreamHandshake(tokens: server.tokens)
            let encoder = HTTPResponseEncoder()
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderListSize = 16 * 1024
            limits.maxHeaderFieldSize = 16 * 1024
            limits.maxHeaderFieldCount = 100
            let decoder = ByteToMessageHandler(
                HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
            let gate = UpgradeGate(handshake, presence: connections.presence(of: channel))
            let upgrade = NIOTypedHTTPServerUpgradeHandler(
                httpEncoder: encoder, extraHTTPHandlers: [decoder, gate],
                upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                    upgraders: [upgrader(handshake)],
                    notUpgradingCompletionHandler: { channel in addHTTP(to: channel, logger) }))
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers([encoder, decoder, gate, upgrade])
            let kind = upgrade.upgradeResultFuture
            // The handler with the idle time-out comes with the first request; until then, this one.
            let deadline = channel.eventLoop.scheduleTask(in: .init(MatrixChannel.idleTimeout)) {
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
            await StreamSession(channel.channel, token, target, server).run(channel)
        case .closed: value.channel.close(promise: nil)
        }
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
                    // The token may have ended between the two looks at it.
                    guard let token = handshake.token(of: head), let target = Target(head.uri) else { return .closed }
                    return .stream(try NIOAsyncChannel(wrappingChannelSynchronously: channel), token, target)
                }
            })
    }

    private func addHTTP(to channel: any Channel, _ logger: Logger) -> EventLoopFuture<MatrixConnection.Kind> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: MatrixChannel.idleTimeout, logger: logger))
            return .http(
                try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
        }
    }
}
