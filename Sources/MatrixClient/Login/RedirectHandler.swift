import NIOCore
import NIOHTTP1

/// Responds to one request to a ``LoopbackRedirect`` and closes its connection.
final class RedirectHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let state: String
    private let farewell: String
    private let take: (String) -> Void
    private var hasAnswered = false

    /// - Parameter farewell: the plain text that the browser shows after the token has arrived.
    init(state: String, farewell: String, take: @escaping (String) -> Void) {
        self.state = state
        self.farewell = farewell
        self.take = take
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        // A browser sends its request immediately. Other connections are closed.
        channel.eventLoop.scheduleTask(in: .seconds(10)) { channel.close(promise: nil) }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = Self.unwrapInboundIn(data), !hasAnswered else { return }
        // A site can let its own name point to this address (DNS rebinding). Such requests are refused.
        guard head.headers["host"].count == 1, head.headers.first(name: "host") == host(context.channel) else {
            return answer(.notFound, "", context)
        }
        guard head.method == .GET else { return answer(.methodNotAllowed, "", context) }
        guard let token = LoopbackRedirect.token(in: head.uri, state: state) else {
            return answer(.notFound, "", context)
        }
        answer(.ok, farewell, context)
        take(token)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError, !hasAnswered else { return context.close(promise: nil) }
        answer(.badRequest, "", context)
    }

    private func host(_ channel: any Channel) -> String { "127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    private func answer(_ status: HTTPResponseStatus, _ text: String, _ context: ChannelHandlerContext) {
        hasAnswered = true
        let page = "<!DOCTYPE html><html><meta charset=utf-8><title>Confab</title><p>\(text)</p></html>\n"
        let headers: HTTPHeaders = [
            "Content-Type": "text/html; charset=utf-8", "Content-Length": String(page.utf8.count),
            "Connection": "close", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
            "Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: page)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}
