import NIOCore
import NIOHTTP1

/// Assembles the parts of the answer to the pending request.
final class LoadExchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private var answer = LoadAnswer(status: 0, body: ByteBuffer())
    private var target = ""
    private var promise: EventLoopPromise<LoadAnswer>?

    /// Sends a request. It must be called on the channel's event loop, once the last request was answered.
    func send(_ request: LoadRequest, on channel: any Channel) -> EventLoopFuture<LoadAnswer> {
        let promise = channel.eventLoop.makePromise(of: LoadAnswer.self)
        self.promise = promise
        target = request.target
        var head = HTTPRequestHead(version: .http1_1, method: request.method, uri: request.target)
        head.headers.add(name: "Host", value: "localhost")
        head.headers.add(name: "Authorization", value: "Bearer \(request.token)")
        if let body = request.body {
            head.headers.add(name: "Content-Type", value: "application/json")
            head.headers.add(name: "Content-Length", value: "\(body.readableBytes)")
        }
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if let body = request.body { channel.write(HTTPClientRequestPart.body(.byteBuffer(body)), promise: nil) }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        return promise.futureResult
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): answer = LoadAnswer(status: Int(head.status.code), body: ByteBuffer())
        case .body(var part): answer.body.writeBuffer(&part)
        case .end:
            let whole = promise
            promise = nil
            whole?.succeed(answer)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(BenchError.connectionEnded(request: target))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(error)
        context.close(promise: nil)
    }

    private func end(_ error: any Error) {
        let broken = promise
        promise = nil
        broken?.fail(error)
    }
}
