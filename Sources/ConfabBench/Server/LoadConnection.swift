import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection over which one request goes after the other. It does as little as it can, so that the server is what is
/// measured; what comes is told on its event loop.
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

    /// On the event loop, once the last request was answered.
    func ask(_ request: LoadRequest) -> EventLoopFuture<LoadAnswer> {
        exchange.value.send(request, on: channel)
    }

    func close() {
        channel.close(promise: nil)
    }
}
