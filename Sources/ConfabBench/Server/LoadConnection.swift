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
    func ask(_ request: LoadRequest) -> EventLoopFuture<LoadAnswer> {
        exchange.value.send(request, on: channel)
    }

    func close() {
        channel.close(promise: nil)
    }
}
