import HummingbirdCore
import Logging
import MatrixAPI
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

/// An accepted connection, and its kind, which is known once its first request is read.
struct MatrixConnection: ServerChildChannelValue {
    enum Kind: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case stream(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>, StreamToken, Target)
        case closed
    }

    let channel: any Channel
    let kind: EventLoopFuture<Kind>
}

/// Passes only a request to the WebSocket upgrade that will be granted. It removes the `Upgrade` header from all
/// others, so that the router answers them as usual.
///
/// NIO drops the head of a request whose upgrade is refused (issue 2632): without this gate a wrong token would end
/// the connection without a response.
final class UpgradeGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let handshake: StreamHandshake
    private let presence: ClientPresence?
    private var hasSeenRequest = false

    init(_ handshake: StreamHandshake, presence: ClientPresence?) {
        self.handshake = handshake
        self.presence = presence
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let mayUpgrade = !hasSeenRequest && handshake.caller(of: head) != nil
        hasSeenRequest = true
        if !mayUpgrade { head.headers.remove(name: "upgrade") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { presence?.markDisconnected() }
        if event is ChannelShouldQuiesceEvent, !hasSeenRequest { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Answers a malformed first request here, since the handlers for malformed requests are added with the first
    /// good one.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError, !hasSeenRequest else { return context.fireErrorCaught(error) }
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest, headers: ["connection": "close", "content-length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }
}

/// Reads the request that opens a stream (protocol, "The stream").
struct StreamHandshake: Sendable {
    static let path = ["_matrix", "client", "unstable", "im.confab.stream"]
    static let subprotocol = "m.json"

    let tokens: TokenRegistry

    /// - Returns: The device that opens the stream; `nil` unless the request is a valid handshake with a valid token.
    func caller(of head: HTTPRequestHead) -> Caller? { token(of: head)?.caller }

    /// Returns the device that opens the stream and its token, under the conditions of ``caller(of:)``.
    func token(of head: HTTPRequestHead) -> StreamToken? {
        let headers = head.headers
        guard head.method == .GET, head.version == .http1_1,
            headers["upgrade"].count == 1, headers["upgrade"].first?.lowercased() == "websocket",
            headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" }),
            headers["sec-websocket-version"] == ["13"],
            headers["sec-websocket-key"].count == 1, headers["sec-websocket-key"].first?.utf8.count == 24,
            headers[canonicalForm: "sec-websocket-protocol"].contains(where: { $0 == StreamHandshake.subprotocol }),
            headers["transfer-encoding"].isEmpty, (headers.first(name: "content-length") ?? "0") == "0",
            let target = Target(head.uri), target.segments == StreamHandshake.path,
            target["since"].map({ SyncToken($0) != nil }) ?? true,
            let token = BearerToken.find(headers.first(name: "authorization"), target)
        else { return nil }
        switch tokens.find(token) {
        case .valid(let caller, let end): return StreamToken(caller: caller, nextHash: nil, expiresAt: end)
        case .next(let caller, let hash, let end): return StreamToken(caller: caller, nextHash: hash, expiresAt: end)
        case .expired, .unknown: return nil
        }
    }
}
