import NIOCore
import NIOHTTP1

/// Cuts a connection whose request's body comes too slowly, or that sends many requests before it has answers.
///
/// A head has the connection's idle time. A request behind another that is being answered is not timed: its body may not be read yet.
final class RequestPace: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart

    private let connection: Connection
    private let server: Homeserver
    private var unanswered = 0
    private var isInBody = false
    private var isUpload = false
    private var begun = NIODeadline.now()
    private var bytes = 0
    private var looks: RepeatedTask?

    init(_ connection: Connection, _ server: Homeserver) {
        self.connection = connection
        self.server = server
    }

    /// Each connection has one of these, and they are many bytes.
    private var limits: ServerLimits { server.configuration.limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            guard unanswered <= limits.pipelinedRequests + 1 else { return connection.cut() }
            isInBody = true
            // Who has no account is answered at once, and the connection ends then.
            isUpload = head.uri.hasPrefix("/_matrix/media/")
            begun = .now()
            bytes = 0
        case .body(let part): bytes += part.readableBytes
        case .end: isInBody = false
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isInBody, looks == nil { beginLooking(context) }
        if !isInBody { endLooking() }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        endLooking()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { endLooking() }

    private func beginLooking(_ context: ChannelHandlerContext) {
        let interval = TimeAmount(limits.bodyInterval)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        looks = context.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            bound.value.look()
        }
    }

    private func look() {
        guard unanswered <= 1 else {
            begun = .now()
            return
        }
        let isTooSlow = bytes < limits.bodyBytesPerInterval
        let most = isUpload ? limits.uploadTime : limits.bodyTime
        if isTooSlow || .now() - begun >= TimeAmount(most) { return connection.cut() }
        bytes = 0
    }

    private func endLooking() {
        looks?.cancel()
        looks = nil
    }
}
