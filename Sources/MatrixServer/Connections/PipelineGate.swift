import NIOCore

/// Stops reading from a connection while too many of its requests wait for their responses, so that the client's own
/// system makes it wait.
///
/// The handler is before the decoder, which would decode all bytes of a read at once. It passes the bytes on in
/// slices, so that few requests come from each.
final class PipelineGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = NIOAny

    /// The slice size in bytes. The shortest request has eighteen.
    private static let slice = 4_096

    private let pace: RequestPace
    private var context: ChannelHandlerContext?
    /// Bytes that were read and not passed on.
    private var held: ByteBuffer?
    /// The client's end-of-input event, which arrived after the bytes in ``held``.
    private var heldEnd: ChannelEvent?
    private var wantsRead = false
    private var isPassing = false

    init(_ pace: RequestPace) { self.pace = pace }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        pace.onAnswer = { [weak self] in
            guard let self, held != nil || wantsRead, let eventLoop = self.context?.eventLoop else { return }
            // Not at once: the response is still on its way through the pipeline.
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            eventLoop.execute { bound.value.resume() }
        }
    }

    /// Passes on the held bytes when the connection becomes a stream.
    func removeHandler(context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken) {
        if let rest = held { context.fireChannelRead(wrapInboundOut(rest)) }
        held = nil
        if wantsRead { context.read() }
        context.leavePipeline(removalToken: removalToken)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        pace.onAnswer = nil
        self.context = nil
        held = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if held != nil { held?.writeImmutableBuffer(bytes) } else { held = bytes }
        passOn()
    }

    func read(context: ChannelHandlerContext) {
        guard held == nil, pace.hasCapacity else {
            wantsRead = true
            return
        }
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if held != nil, let end = event as? ChannelEvent, case .inputClosed = end {
            heldEnd = end
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        held = nil
        context.fireChannelInactive()
    }

    /// Continues when another request may come in.
    private func resume() {
        let hadBytes = held != nil
        passOn()
        if hadBytes { context?.fireChannelReadComplete() }
        guard wantsRead, held == nil, pace.hasCapacity, let context else { return }
        wantsRead = false
        context.read()
    }

    private func passOn() {
        // A request may be answered while its bytes are passed on.
        guard !isPassing else { return }
        isPassing = true
        while pace.hasCapacity, let context, var bytes = held {
            let slice = bytes.readSlice(length: min(bytes.readableBytes, max(Self.slice, pace.restOfBody)))
            held = bytes.readableBytes > 0 ? bytes : nil
            if let slice { context.fireChannelRead(wrapInboundOut(slice)) }
        }
        isPassing = false
        guard held == nil, let end = heldEnd else { return }
        heldEnd = nil
        context?.fireUserInboundEventTriggered(end)
    }
}
