import NIOCore
import NIOHTTP1

/// Closes a connection whose request body arrives too slowly. It also counts the requests that wait for their
/// responses, by which ``PipelineGate`` holds back further ones.
///
/// The request head is limited by the connection's idle time. A request queued behind another is not timed: its
/// body may not be read yet.
final class RequestPace: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart

    private let connection: Connection
    private let server: Homeserver
    /// The callback that runs after each response.
    var onAnswer: (() -> Void)?
    private var unanswered = 0
    private var isInBody = false
    private var isUpload = false
    private var begun = NIODeadline.now()
    private var bytes = 0
    private var allBytes = 0
    /// The body length given in the head; `nil` if it gives none.
    private var announced: Int?
    private var looks: RepeatedTask?

    init(_ connection: Connection, _ server: Homeserver) {
        self.connection = connection
        self.server = server
    }

    /// Computed, not stored: each connection has a pace, and the limits are many bytes.
    private var limits: ServerLimits { server.configuration.limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            isInBody = true
            // The path alone decides: an upload without an account is refused at once, and its connection then ends.
            isUpload = head.uri.hasPrefix("/_matrix/media/")
            begun = .now()
            (bytes, allBytes) = (0, 0)
            announced = head.headers.first(name: "content-length").flatMap { Int($0) }
        case .body(let part):
            bytes += part.readableBytes
            allBytes += part.readableBytes
        case .end: isInBody = false
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isInBody, looks == nil { beginLooking(context) }
        if !isInBody { cancelSearch() }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        if isEnd { unanswered -= 1 }
        context.write(data, promise: promise)
        if isEnd { onAnswer?() }
    }

    /// Whether another request may come in.
    var hasCapacity: Bool { unanswered <= max(1, limits.pipelinedRequests) }

    /// The remaining bytes of the body that is being read; 0 if not known.
    var restOfBody: Int { isInBody ? max(0, min(announced ?? 0, 1 << 30) - allBytes) : 0 }

    func channelInactive(context: ChannelHandlerContext) {
        cancelSearch()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancelSearch()
        onAnswer = nil
    }

    private func beginLooking(_ context: ChannelHandlerContext) {
        let interval = TimeAmount(limits.bodyInterval)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        looks = context.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            bound.value.check()
        }
    }

    private func check() {
        guard unanswered <= 1 else {
            begun = .now()
            return
        }
        let isTooSlow = bytes < limits.bodyBytesPerInterval || (isUpload && isBehind)
        let most = isUpload ? limits.uploadTime : limits.bodyTime
        if isTooSlow || .now() - begun >= TimeAmount(most) { return connection.cut() }
        bytes = 0
    }

    /// Whether an upload is slower than its minimum rate.
    private var isBehind: Bool {
        let milliseconds = max(0, (.now() - begun - TimeAmount(limits.uploadGrace)).nanoseconds / 1_000_000)
        return Int64(allBytes) < milliseconds * Int64(limits.uploadBytesPerSecond) / 1_000
    }

    private func cancelSearch() {
        looks?.cancel()
        looks = nil
    }
}
