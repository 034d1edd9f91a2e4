import Logging
import NIOCore

/// Pauses accepting when the system has no file descriptor left. The handler is next to the listening socket.
///
/// NIO's own `AcceptBackoffHandler` delays the next read only. The failed read stays requested and the socket
/// readable, so the loop would retry at once and forever.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private let pause: TimeAmount
    private let logger: Logger
    private var failures = 0

    init(_ limits: ServerLimits, _ logger: Logger) {
        pause = TimeAmount(limits.acceptPause)
        self.logger = logger
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError else { return context.fireErrorCaught(error) }
        failures += 1
        logger.warning(
            "A connection could not be accepted, so none is for a while",
            metadata: ["errno": "\(error.errnoCode)", "failures": "\(failures)"])
        let channel = context.channel
        // The socket is updated only when the option changes. A connection that closed may have requested a read
        // meanwhile.
        setReading(true, channel)
        setReading(false, channel)
        channel.eventLoop.scheduleTask(in: pause) { AcceptPause.read(channel) }
    }

    private func setReading(_ isReading: Bool, _ channel: any Channel) {
        // Setting the option fails only on a closed socket.
        try? channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    private static func read(_ channel: any Channel) {
        // Setting the option fails only on a closed socket.
        try? channel.syncOptions?.setOption(.autoRead, value: true)
    }
}
