import Foundation
import MatrixServer
import NIOCore
import NIOPosix
import Synchronization

/// A connection that sends the bytes of a test and reads only if the test lets it.
final class WireClient: Sendable {
    private final class Collector: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        private let bytes = Mutex(ByteBuffer())

        var received: ByteBuffer { bytes.withLock { $0 } }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let part = unwrapInboundIn(data)
            bytes.withLock { bytes in _ = bytes.writeImmutableBuffer(part) }
        }
    }

    private let channel: any Channel
    private let collector: Collector
    private let closed = Mutex(false)

    /// - Parameters:
    ///   - address: The loopback address from which it connects.
    ///   - reads: Whether it reads. A client that doesn't has the smallest buffer that the kernel allows.
    init(to server: ServerUnderTest, from address: String = "127.0.0.1", reads: Bool = true) async throws {
        let collector = Collector()
        self.collector = collector
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(collector) }
            }
        if !reads { bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: 2048) }
        channel = try await bootstrap.bind(to: SocketAddress(ipAddress: address, port: 0))
            .connect(host: "127.0.0.1", port: server.server.boundPort ?? 0).get()
        channel.closeFuture.whenComplete { [weak self] _ in self?.closed.withLock { $0 = true } }
    }

    var isClosed: Bool { closed.withLock { $0 } }

    /// The number of received bytes.
    var receivedBytes: Int { collector.received.readableBytes }

    var received: String { String(buffer: collector.received) }

    /// Returns the number of responses with this status.
    func answers(_ status: Int) -> Int { received.components(separatedBy: "HTTP/1.1 \(status) ").count - 1 }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    /// Sends a POST with a body in one piece.
    func post(_ path: String, _ body: String) async throws {
        try await send(
            "POST /_matrix/client/\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    /// Sends the head of an upload with its length, and the first part of the body.
    func beginUpload(by person: Person, length: Int, _ part: String) async throws {
        try await send(
            "POST /_matrix/media/v3/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(person.token)\r\n"
                + "Content-Length: \(length)\r\n\r\n\(part)")
    }

    /// Reads once each interval from now on. This runs on a separate thread, so a busy machine doesn't delay it.
    func read(each pause: TimeAmount) {
        channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: pause) { [channel] task in
            if channel.isActive { channel.read() } else { task.cancel() }
        }
    }

    func close() { channel.close(promise: nil) }
}
