import Glibc
import NIOCore
import NIOWebSocket

/// Connects ``StreamMessages`` and ``StreamHealth`` to the channel's pipeline. For back-pressure, it only reads
/// while a message is awaited.
final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let meter: StreamByteMeter
    private let watch: ResponseWatchdog?
    /// The time of the first unanswered ping in seconds; `nil` if there is none.
    private var pingedAt: Int64?
    private var messages = StreamMessages()
    private var health: StreamHealth
    private var readsAtLastCheck = 0
    /// The complete messages that were not returned yet.
    private var ready: [[UInt8]] = []
    private var awaiting: EventLoopPromise<[[UInt8]]>?
    private var end: StreamEnd?
    private var context: ChannelHandlerContext?
    private var timer: RepeatedTask?

    init(meter: StreamByteMeter, watch: ResponseWatchdog? = nil) {
        self.meter = meter
        self.watch = watch
        health = StreamHealth(now: StreamHandler.now, slept: StreamHandler.slept)
    }

    /// Returns the available messages in order, or those of the next read, at least one. Call it on the event loop,
    /// after the last promise was fulfilled.
    func awaitMessages(_ promise: EventLoopPromise<[[UInt8]]>) {
        guard ready.isEmpty else { return promise.succeed(takeReady()) }
        guard end == nil, let context else { return promise.fail(end ?? StreamHandler.brokeOff) }
        awaiting = promise
        health.awaits(true, now: StreamHandler.now)
        context.read()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(5), delay: .seconds(5)) { _ in
            bound.value.checkHealth()
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish(StreamHandler.brokeOff)
        timer?.cancel()
        timer = nil
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Frames after the end are ignored (RFC 6455, section 5.5.1).
        guard end == nil else { return }
        switch messages.receive(StreamFrame(StreamHandler.unwrapInboundIn(data))) {
        case .nothing: break
        case .message(let message): ready.append(message)
        case .answerPing(let payload): write(.pong, payload, in: context)
        case .closed(let code):
            finish(code == 4001 ? .tokenEnded : .lost(.closedByServer))
            close(code: code ?? 1000, in: context)
        case .violation(let code):
            finish(.lost(.brokenStream))
            close(code: code, in: context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        deliver()
        if awaiting != nil { context.read() }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(StreamHandler.brokeOff)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(StreamHandler.brokeOff)
        // The handler for protocol errors closes the channel itself after its close frame is sent.
        if !(error is NIOWebSocketError) { context.close(promise: nil) }
    }

    /// Sends a complete text message. Does nothing after the end.
    func send(_ text: [UInt8]) {
        if let context, end == nil { write(.text, text, in: context) }
    }

    /// Sends a close frame with a code of RFC 6455, section 7.4.1.
    func close(code: UInt16) {
        finish(StreamHandler.brokeOff)
        if let context { close(code: code, in: context) }
    }
}

extension StreamHandler {
    private static let brokeOff = StreamEnd.lost(.brokeOff)

    private static var now: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000_000) }

    /// The seconds that the machine has slept since it started: the difference between two clocks.
    private static var slept: Int64 {
        var (whole, awake) = (timespec(), timespec())
        guard clock_gettime(CLOCK_MONOTONIC, &awake) == 0, clock_gettime(CLOCK_BOOTTIME, &whole) == 0 else { return 0 }
        return Int64(whole.tv_sec) - Int64(awake.tv_sec)
    }

    private func deliver() {
        guard !ready.isEmpty, let promise = awaiting else { return }
        awaiting = nil
        health.awaits(false, now: StreamHandler.now)
        promise.succeed(takeReady())
    }

    private func takeReady() -> [[UInt8]] {
        defer { ready = [] }
        return ready
    }

    private func finish(_ end: StreamEnd) {
        guard self.end == nil else { return }
        self.end = end
        // Messages before the end are delivered.
        deliver()
        awaiting?.fail(end)
        awaiting = nil
    }

    private func checkHealth() {
        guard let context, end == nil else { return }
        if meter.reads != readsAtLastCheck {
            health.reportData(now: StreamHandler.now)
            pingedAt = nil
            watch?.reportData()
        } else if let pingedAt, StreamHandler.now - pingedAt >= ResponseWatchdog.patience / 1_000 {
            watch?.fallSilent(milliseconds: (StreamHandler.now - pingedAt) * 1_000)
        }
        readsAtLastCheck = meter.reads
        switch health.check(now: StreamHandler.now, slept: StreamHandler.slept) {
        case .fine: break
        case .ping:
            write(.ping, [], in: context)
            // While nothing is awaited, nothing is read, so the server's pong is not expected.
            if awaiting != nil { pingedAt = pingedAt ?? StreamHandler.now }
        case .lost:
            finish(.lost(.silentServer))
            context.close(promise: nil)
        }
    }

    private func write(_ opcode: WebSocketOpcode, _ payload: [UInt8], in context: ChannelHandlerContext) {
        let data = context.channel.allocator.buffer(bytes: payload)
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        context.writeAndFlush(StreamHandler.wrapOutboundOut(frame), promise: nil)
    }

    private func close(code: UInt16, in context: ChannelHandlerContext) {
        write(.connectionClose, [UInt8(code >> 8), UInt8(code & 0xFF)], in: context)
        context.close(promise: nil)
    }
}

extension StreamFrame {
    fileprivate init(_ frame: WebSocketFrame) {
        let kind: Kind =
            switch frame.opcode {
            case .text: .text
            case .binary: .binary
            case .continuation: .continuation
            case .ping: .ping
            case .pong: .pong
            case .connectionClose: .close
            default: .unknown
            }
        self.init(
            kind: kind, isFinal: frame.fin, isMasked: frame.maskKey != nil,
            payload: Array(frame.unmaskedData.readableBytesView))
    }
}

/// Decides whether the other side of a stream is alive, without a clock of its own. It sends a ping every 30 s, and
/// counts the stream as lost after 60 s of silence.
///
/// After the machine slept, the connection counts as lost as well, since nothing reports that such a
/// connection is dead.
///
/// Silence only counts while a message is awaited. While an update is being applied, bytes in the kernel remain unread.
struct StreamHealth: Sendable {
    enum Verdict: Hashable, Sendable { case fine, ping, lost }

    static let pingSeconds: Int64 = 30
    static let silenceSeconds: Int64 = 60
    /// The sleep in seconds after which the connection may be dead.
    static let sleepSeconds: Int64 = 10

    private var lastHeard: Int64
    private var lastPing: Int64
    private var isAwaiting = false
    private var lastSlept: Int64

    /// - Parameters:
    ///   - now: the seconds of a monotonic clock that stops while the machine sleeps.
    ///   - slept: the seconds that the machine has slept since it started.
    init(now: Int64, slept: Int64 = 0) {
        lastHeard = now
        lastPing = now
        lastSlept = slept
    }

    mutating func reportData(now: Int64) { lastHeard = now }

    mutating func awaits(_ isAwaiting: Bool, now: Int64) {
        if isAwaiting && !self.isAwaiting { lastHeard = now }
        self.isAwaiting = isAwaiting
    }

    /// Call this every few seconds.
    mutating func check(now: Int64, slept: Int64 = 0) -> Verdict {
        if slept - lastSlept >= StreamHealth.sleepSeconds { return .lost }
        lastSlept = slept
        if isAwaiting, now - lastHeard >= StreamHealth.silenceSeconds { return .lost }
        guard now - lastPing >= StreamHealth.pingSeconds else { return .fine }
        lastPing = now
        return .ping
    }
}

/// Counts reads at the socket's end of the pipeline, so that a large frame on a slow connection doesn't
/// count as silence.
final class StreamByteMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private(set) var reads = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        reads += 1
        context.fireChannelRead(data)
    }
}
