import MatrixAPI
import NIOCore

/// An open stream. It returns updates in order, and reads the next ones on request. The chapter about
/// the stream is at `StreamSession`.
struct StreamConnection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<StreamHandler>

    /// Call it on the channel's event loop.
    init(channel: any Channel, handler: StreamHandler) {
        self.channel = channel
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    /// Waits for updates, and returns all available ones in order. A slow caller gets several at once. Canceling
    /// closes the stream.
    @concurrent
    func nextUpdates() async throws(StreamEnd) -> [SyncResponse] {
        while true {
            var updates: [SyncResponse] = []
            for message in try await nextMessages() {
                if let update = SyncResponse(body: message) {
                    updates.append(update)
                } else if (try? JSONValue(parsing: message))?["id"] == nil {
                    // The earlier updates are returned first, and the stream ends after them.
                    close(code: 1007)
                    guard updates.isEmpty else { return updates }
                    throw .lost(.unreadableUpdate)
                }
                // Other messages respond to requests of this client, such as pings. None of them is awaited.
            }
            if !updates.isEmpty { return updates }
        }
    }

    /// Tells the server that all updates up to this token are saved, so that it may delete messages for the device.
    /// A server that doesn't know the method learns it from the next sync.
    func confirmReceived(nextBatch: String) {
        let request: JSONValue = ["id": "taken", "method": "taken", "params": ["next_batch": .string(nextBatch)]]
        channel.eventLoop.execute { [handler] in handler.value.send(request.serialized) }
    }

    /// - Parameter code: a code of RFC 6455, section 7.4.1; 1000 is a normal closure.
    func close(code: UInt16 = 1000) {
        channel.eventLoop.execute { [handler] in handler.value.close(code: code) }
    }

    /// Waits until the socket is closed. With TLS, this is after both sides closed it.
    func untilClosed() async throws {
        try await channel.closeFuture.get()
    }

    private func nextMessages() async throws(StreamEnd) -> [[UInt8]] {
        let promise = channel.eventLoop.makePromise(of: [[UInt8]].self)
        channel.eventLoop.execute { [handler] in handler.value.awaitMessages(promise) }
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
