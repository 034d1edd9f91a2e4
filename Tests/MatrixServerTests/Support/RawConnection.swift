import MatrixServer
import NIOCore
import NIOPosix

/// A connection for raw bytes that no well-behaved client sends.
final class RawConnection: Sendable {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private init(_ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>) { self.channel = channel }

    /// Connects, runs `body`, and closes.
    static func open<Value: Sendable>(
        to server: ServerUnderTest, _ body: @Sendable (inout RawDialogue) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: server.server.boundPort ?? 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var dialogue = RawDialogue(inbound: inbound.makeAsyncIterator(), outbound: outbound)
            return try await body(&dialogue)
        }
    }
}
