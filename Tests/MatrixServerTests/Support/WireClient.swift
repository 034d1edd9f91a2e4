import Foundation
import MatrixServer
import NIOCore
import NIOPosix
import Synchronization

/// A connection that sends what a test says and reads only where the test lets it.
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
    ///   - address: of loopback, from which it connects.
    ///   - reads: whether it takes what comes; one that doesn't has the smallest buffer that the kernel gives.
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

    /// How many bytes came.
    var receivedBytes: Int { collector.received.readableBytes }

    var received: String { String(buffer: collector.received) }

    /// How many answers with this status came.
    func answers(_ status: Int) -> Int { received.components(separatedBy: "HTTP/1.1 \(status) ").count - 1 }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    /// A POST with a body, in one piece.
    func post(_ path: String, _ body: String) async throws {
        try await send(
            "POST /_matrix/client/\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    /// An upload that says its length, and the first part of it.
    func beginUpload(by person: Person, length: Int, _ part: String) async throws {
        try await send(
            "POST /_matrix/media/v3/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(person.token)\r\n"
                + "Content-Length: \(length)\r\n\r\n\(part)")
    }

    /// Takes what came, once each time, from now on: on a thread of its own, whatever else the machine does.
    func read(each pause: TimeAmount) {
        channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: pause) { [channel] task in
            if channel.isActive { channel.read() } else { task.cancel() }
        }
    }

    func close() { channel.close(promise: nil) }
}
