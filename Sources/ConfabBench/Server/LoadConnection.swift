import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection that sends one request after the other. It does as little as possible, so that mainly the server is
/// measured. Answers are delivered on its event loop.
final class LoadConnection: Sendable {
    let eventLoop: any EventLoop
    private let channel: any Channel
    private let exchange: NIOLoopBound<LoadExchange>

    private init(channel: any Channel, exchange: LoadExchange) {
        eventLoop = channel.eventLoop
        self.channel = channel
        self.exchange = NIOLoopBound(exchange, eventLoop: channel.eventLoop)
    }

    static func open(port: Int, on group: any EventLoopGroup) async throws -> LoadConnection {
        try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                let exchange = LoadExchange()
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                try channel.pipeline.syncOperations.addHandler(exchange)
                return LoadConnection(channel: channel, exchange: exchange)
            }
        }
    }

    /// Sends a request. It must be called on the event loop, once the last request was answered.
    func send(_ request: LoadRequest) -> EventLoopFuture<LoadResponse> {
        exchange.value.send(request, on: channel)
    }

    func close() {
        channel.close(promise: nil)
    }
}

/// Assembles the parts of the answer to the pending request.
final class LoadExchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private var answer = LoadResponse(status: 0, body: ByteBuffer())
    private var target = ""
    private var promise: EventLoopPromise<LoadResponse>?

    /// Sends a request. It must be called on the channel's event loop, once the last request was answered.
    func send(_ request: LoadRequest, on channel: any Channel) -> EventLoopFuture<LoadResponse> {
        let promise = channel.eventLoop.makePromise(of: LoadResponse.self)
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
        case .head(let head): answer = LoadResponse(status: Int(head.status.code), body: ByteBuffer())
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

/// The answer to a ``LoadRequest``.
struct LoadResponse: Sendable {
    var status: Int
    var body: ByteBuffer

    /// The token for the next sync. It is read without parsing the rest of the answer, which would delay other
    /// listeners.
    var nextBatch: String? {
        let name = Array(#""next_batch":""#.utf8)
        return body.withUnsafeReadableBytes { bytes in
            guard let start = bytes.firstPlace(of: name).map({ $0 + name.count }),
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\""))
            else { return nil }
            return String(decoding: bytes[start..<end], as: UTF8.self)
        }
    }
}
