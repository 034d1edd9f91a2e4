import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MatrixServer

/// Tests that a connection with many unanswered requests is not read, so that its memory is bounded.
@Suite(.timeLimit(.minutes(5))) struct PipelineGateTests {
    private static let most = 4
    private static let count = 1_000
    private static let request = "GET /_matrix/client/versions HTTP/1.1\r\nHost: localhost\r\n\r\n"
    /// The gate passes on 4,096 bytes at once, which may complete this many requests.
    private static let perSlice = 4_096 / request.utf8.count + 1

    @Test func pipelineGateStopsReadingWhileManyRequestsWait() async throws {
        let server = try await ServerUnderTest.start { $0.pipelinedRequests = Self.most }
        try pipeline(to: server.server.server)
        await server.stop()
    }

    /// Sends the requests in a single read, and answers one after the other.
    private func pipeline(to server: Homeserver) throws {
        let channel = EmbeddedChannel()
        let pace = RequestPace(Connection(channel, Peer(channel)), server)
        let (reads, requests) = (ReadCounter(), RequestCounter())
        try channel.pipeline.syncOperations.addHandlers([
            reads, PipelineGate(pace),
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)), pace, requests,
        ])
        try channel.writeInbound(ByteBuffer(string: String(repeating: Self.request, count: Self.count)))
        channel.read()
        #expect(requests.count > 0)
        for answered in 0..<Self.count {
            let waiting = requests.count - answered
            try #require(waiting <= Self.most + Self.perSlice, "\(waiting) requests wait after \(answered) answers")
            if requests.count < Self.count {
                try #require(reads.count == 0, "read although \(waiting) requests and more bytes wait")
            }
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            channel.embeddedEventLoop.run()
        }
        // The read that was held back follows once.
        #expect(requests.count == Self.count && reads.count == 1)
        _ = try channel.finish()
    }
}

/// Counts the reads that reach the socket's end of the pipeline.
private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = NIOAny
    private(set) var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }
}

/// Counts the decoded requests.
private final class RequestCounter: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    private(set) var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { count += 1 }
    }
}
