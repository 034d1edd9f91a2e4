import NIOCore
import NIOPosix
import Synchronization

/// A connection with raw writes that only counts the bytes of the answers.
final class RawFlood: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let bytes = Mutex(0)
    private let closed = Mutex(false)

    /// The bytes of answers.
    var received: Int { bytes.withLock { $0 } }
    var isClosed: Bool { closed.withLock { $0 } }

    static func open(port: Int, on group: any EventLoopGroup) async throws -> (channel: any Channel, flood: RawFlood) {
        let flood = RawFlood()
        let channel = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(flood) }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return (channel, flood)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = unwrapInboundIn(data).readableBytes
        bytes.withLock { $0 += count }
    }

    func channelInactive(context: ChannelHandlerContext) { closed.withLock { $0 = true } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Uploads that begin and then send almost nothing.
struct SlowUploads {
    private let count: Int
    private let flood: DenialFlood

    init(count: Int, _ flood: DenialFlood) {
        self.count = count
        self.flood = flood
    }

    func run(until deadline: ContinuousClock.Instant) async -> DenialFlood.Outcome {
        var outcome = DenialFlood.Outcome()
        var open: [(channel: any Channel, flood: RawFlood)] = []
        let head = """
            POST /_matrix/media/v3/upload HTTP/1.1\r
            Host: localhost\r\nAuthorization: Bearer \(flood.token)\r\nContent-Length: 1000000\r\n\r\n
            """
        for _ in 0..<count {
            guard let connection = try? await RawFlood.open(port: flood.server.port, on: flood.group) else { continue }
            connection.channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
            open.append(connection)
        }
        while ContinuousClock.now < deadline {
            for connection in open {
                connection.channel.writeAndFlush(ByteBuffer(repeating: UInt8(ascii: "x"), count: 60), promise: nil)
            }
            try? await Task.sleep(for: .seconds(1))
        }
        for connection in open {
            if connection.flood.received > 0 {
                outcome.refused += 1
            } else if connection.flood.isClosed {
                outcome.cut += 1
            } else {
                outcome.taken += 1
            }
            connection.channel.close(promise: nil)
        }
        return outcome
    }
}

/// Changes that are sent many at once over each connection. The next batch follows when the answers have arrived.
struct PipelinedChanges {
    private let connections: Int
    private let depth: Int
    private let flood: DenialFlood

    init(connections: Int, depth: Int, _ flood: DenialFlood) {
        self.connections = connections
        self.depth = depth
        self.flood = flood
    }

    func run(until deadline: ContinuousClock.Instant) async -> DenialFlood.Outcome {
        await withTaskGroup(of: DenialFlood.Outcome.self) { tasks in
            for connection in 0..<connections { tasks.addTask { await run(connection, until: deadline) } }
            return await tasks.reduce(into: DenialFlood.Outcome()) { $0 = $0 + $1 }
        }
    }

    private func run(_ number: Int, until deadline: ContinuousClock.Instant) async -> DenialFlood.Outcome {
        var outcome = DenialFlood.Outcome()
        var sent = 0
        while ContinuousClock.now < deadline {
            guard let (channel, answers) = try? await RawFlood.open(port: flood.server.port, on: flood.group) else {
                continue
            }
            while !answers.isClosed, ContinuousClock.now < deadline {
                let before = answers.received
                channel.writeAndFlush(batch(number, from: sent), promise: nil)
                sent += depth
                // An answer has two hundred bytes at least.
                while !answers.isClosed, answers.received - before < depth * 150, ContinuousClock.now < deadline {
                    try? await Task.sleep(for: .milliseconds(2))
                }
                if answers.isClosed { outcome.cut += 1 } else { outcome.taken += depth }
            }
            channel.close(promise: nil)
        }
        return outcome
    }

    private func batch(_ number: Int, from first: Int) -> ByteBuffer {
        var buffer = ByteBuffer()
        let path = "/_matrix/client/v3/rooms/\(flood.escaped(flood.roomID))/send/m.room.message"
        let body = #"{"msgtype":"m.text","body":"one of many"}"#
        for place in first..<first + depth {
            buffer.writeString(
                "PUT \(path)/p\(number)-\(place) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(flood.token)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        return buffer
    }
}
