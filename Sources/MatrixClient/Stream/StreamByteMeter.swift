import NIOCore

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
