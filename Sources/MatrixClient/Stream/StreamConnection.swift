import MatrixAPI
import NIOCore

/// An open stream: updates come out of it one at a time, and the next one is read when it is asked for.
struct StreamConnection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<StreamHandler>

    /// On the channel's event loop.
    init(channel: any Channel, handler: StreamHandler) {
        self.channel = channel
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    /// Waits for the next update; cancelling closes the stream.
    @concurrent
    func nextUpdate() async throws(StreamEnd) -> SyncResponse {
        while true {
            let message = try await nextMessage()
            // An answer to a request of ours, such as a ping; none of them is awaited.
            guard let update = SyncResponse(body: message) else {
                if (try? JSONValue(parsing: message))?["id"] != nil { continue }
                close(code: 1007)
                throw .lost(.unreadableUpdate)
            }
            return update
        }
    }

    /// - Parameter code: of RFC 6455, section 7.4.1; 1000 is the ordinary end.
    func close(code: UInt16 = 1000) {
        channel.eventLoop.execute { [handler] in handler.value.close(code: code) }
    }

    /// Waits until the socket is closed: with TLS after both sides said so.
    func untilClosed() async throws {
        try await channel.closeFuture.get()
    }

    private func nextMessage() async throws(StreamEnd) -> [UInt8] {
        let promise = channel.eventLoop.makePromise(of: [UInt8].self)
        channel.eventLoop.execute { [handler] in handler.value.awaitMessage(promise) }
        do {
            return try await withTaskCancellationHandler {
                try await promise.futureResult.get()
            } onCancel: {
                close()
            }
        } catch let end as StreamEnd {
            throw end
        } catch {
            throw .lost(.brokeOff)
        }
    }
}
