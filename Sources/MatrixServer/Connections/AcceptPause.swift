import Logging
import NIOCore

/// Stops accepting for a while where the system has no descriptor left. It stands next to the listening socket.
///
/// NIO's own `AcceptBackoffHandler` delays the next read, but the failed one stays asked for and the socket readable, so that
/// the loop would try again at once and for ever.
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
        // Only a change of the option reaches the socket, and a connection that closed may have asked it to read meanwhile.
        setReading(true, channel)
        setReading(false, channel)
        channel.eventLoop.scheduleTask(in: pause) { AcceptPause.read(channel) }
    }

    private func setReading(_ isReading: Bool, _ channel: any Channel) {
        // Only a closed socket refuses.
        try? channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    private static func read(_ channel: any Channel) {
        // Only a closed socket refuses.
        try? channel.syncOptions?.setOption(.autoRead, value: true)
    }
}
