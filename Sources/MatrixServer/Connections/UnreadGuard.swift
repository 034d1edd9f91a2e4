import NIOCore

/// Closes a connection whose client reads too slowly, and reports its waiting bytes to ``UnreadResponses``.
///
/// The handler is next to the socket. While nothing waits it does nothing, so that an idle connection costs no timer.
final class UnreadGuard: ChannelDuplexHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = NIOAny

    private static let checkInterval: TimeAmount = .seconds(1)

    private let connection: Connection
    private let unread: UnreadResponses
    private let server: Homeserver
    private var looks: RepeatedTask?
    /// The waiting bytes at the last time when the client had read enough, and that time.
    private var mark = 0
    private var markedAt = NIODeadline.now()
    private var lastWaiting = 0

    init(_ connection: Connection, _ unread: UnreadResponses, _ server: Homeserver) {
        self.connection = connection
        self.unread = unread
        self.server = server
    }

    /// Computed, not stored: each connection has a guard, and the limits are many bytes.
    private var limits: ServerLimits { server.configuration.limits }

    func flush(context: ChannelHandlerContext) {
        // Bytes written since the last check have to be read as well.
        let added = max(waiting(context) - lastWaiting, 0)
        mark += added
        lastWaiting += added
        context.flush()
        measure(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { forget(context) }

    private func measure(_ context: ChannelHandlerContext) {
        let waiting = waiting(context)
        lastWaiting = waiting
        guard waiting > 0 else { return forget(context) }
        let now = NIODeadline.now()
        if looks == nil || mark - waiting >= limits.unreadBytesPerInterval {
            (mark, markedAt) = (waiting, now)
        } else if now - markedAt >= TimeAmount(limits.unreadInterval) {
            forget(context)
            return connection.stall()
        }
        unread.set(ObjectIdentifier(context.channel), connection, bytes: waiting, slowSince: markedAt)
        if looks == nil { beginLooking(context) }
    }

    private func beginLooking(_ context: ChannelHandlerContext) {
        let interval = min(UnreadGuard.checkInterval, TimeAmount(limits.unreadInterval))
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        looks = context.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            let (guardian, context) = bound.value
            guardian.measure(context)
        }
    }

    private func waiting(_ context: ChannelHandlerContext) -> Int {
        // The option is missing only on a closed connection.
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func forget(_ context: ChannelHandlerContext) {
        guard let looks else { return }
        looks.cancel()
        self.looks = nil
        unread.remove(ObjectIdentifier(context.channel))
    }
}
