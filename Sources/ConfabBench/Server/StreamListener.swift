import NIOCore
import NIOPosix

/// A minimal stream client: it searches the updates and answers pings, nothing else (RFC 6455).
final class StreamListener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let number: Int
    private let board: DeliveryRecorder?
    private let opened: EventLoopPromise<Void>
    private var isOpen = false
    private var bytes = ByteBuffer()

    private init(number: Int, board: DeliveryRecorder?, opened: EventLoopPromise<Void>) {
        self.number = number
        self.board = board
        self.opened = opened
    }

    /// Returns once the server has accepted the upgrade.
    ///
    /// - Parameter group: The event loops, whose end closes the stream.
    static func open(
        number: Int, port: Int, since token: String, accessToken: String, board: DeliveryRecorder?,
        on group: any EventLoopGroup
    ) async throws {
        let (channel, opened) = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port) {
            channel in
            channel.eventLoop.makeCompletedFuture {
                let opened = channel.eventLoop.makePromise(of: Void.self)
                try channel.pipeline.syncOperations.addHandler(
                    StreamListener(number: number, board: board, opened: opened))
                return (channel, opened.futureResult)
            }
        }
        let lines = [
            "GET /_matrix/client/unstable/im.confab.stream?since=\(token) HTTP/1.1", "Host: localhost",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: Y29uZmFiIGJlbmNoIHN0cg==", "Sec-WebSocket-Protocol: m.json",
            "Authorization: Bearer \(accessToken)", "", "",
        ]
        try await channel.writeAndFlush(ByteBuffer(string: lines.joined(separator: "\r\n")))
        try await opened.get()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        bytes.writeBuffer(&part)
        if !isOpen { readHead(context) }
        while isOpen, readFrame(context) {}
        bytes.discardReadBytes()
    }

    func channelInactive(context: ChannelHandlerContext) {
        opened.fail(BenchError.connectionEnded(request: "a stream's opening"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        opened.fail(error)
        context.close(promise: nil)
    }

    private func readHead(_ context: ChannelHandlerContext) {
        let text = String(buffer: bytes)
        guard let end = text.utf8.firstRange(of: "\r\n\r\n".utf8) else { return }
        let count = text.utf8.distance(from: text.startIndex, to: end.upperBound)
        guard text.hasPrefix("HTTP/1.1 101 ") else {
            opened.fail(BenchError.noStream(answer: text))
            return context.close(promise: nil)
        }
        bytes.moveReaderIndex(forwardBy: count)
        isOpen = true
        opened.succeed()
    }

    /// - Returns: Whether a whole frame was there.
    private func readFrame(_ context: ChannelHandlerContext) -> Bool {
        let start = bytes.readerIndex
        guard let head = bytes.getInteger(at: start, as: UInt8.self),
            let short = bytes.getInteger(at: start + 1, as: UInt8.self)
        else { return false }
        var (length, offset) = (Int(short & 0x7F), 2)
        if length == 126 {
            guard let long = bytes.getInteger(at: start + 2, as: UInt16.self) else { return false }
            (length, offset) = (Int(long), 4)
        } else if length == 127 {
            guard let long = bytes.getInteger(at: start + 2, as: UInt64.self) else { return false }
            (length, offset) = (Int(clamping: long), 10)
        }
        guard let payload = bytes.getSlice(at: start + offset, length: length) else { return false }
        bytes.moveReaderIndex(to: start + offset + length)
        payload.withUnsafeReadableBytes { board?.got($0, by: number) }
        // A pong without content, masked by zeros.
        if head & 0x0F == 0x9 {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: [0x8A, 0x80, 0, 0, 0, 0])), promise: nil)
        }
        return true
    }
}
