import NIOCore
import NIOHTTP1

/// Passes only a request to the WebSocket upgrade that will be granted. It removes the `Upgrade` header from all
/// others, so that the router answers them as usual.
///
/// NIO drops the head of a request whose upgrade is refused (issue 2632): without this gate a wrong token would end
/// the connection without an answer.
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
        if case .some(.inputClosed) = event as? ChannelEvent { presence?.go() }
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
