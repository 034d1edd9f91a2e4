import MatrixAPI
import NIOCore

/// An open stream: updates come out of it as they came, and the next are read when they are asked for.
struct StreamConnection: Sendable {
    private let channel: any Channel
    private let handler: NIOLoopBound<StreamHandler>

    /// On the channel's event loop.
    init(channel: any Channel, handler: StreamHandler) {
        self.channel = channel
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    /// Waits for updates, and returns all that came at once, in their order: who was busy with the last ones takes the next
    /// together. Cancelling closes the stream.
    @concurrent
    func nextUpdates() async throws(StreamEnd) -> [SyncResponse] {
        while true {
            var updates: [SyncResponse] = []
            for message in try await nextMessages() {
                if let update = SyncResponse(body: message) {
                    updates.append(update)
                } else if (try? JSONValue(parsing: message))?["id"] == nil {
                    // What came before counts, and after it the stream has ended.
                    close(code: 1007)
                    guard updates.isEmpty else { return updates }
                    throw .lost(.unreadableUpdate)
                }
                // Else an answer to a request of ours, such as a ping; none of them is awaited.
            }
            if !updates.isEmpty { return updates }
        }
    }

    /// Tells the server that all up to this token is stored here, so that it may give up what it kept for the device alone. A server
    /// that doesn't know the method hears it by the next sync.
    func tellTaken(nextBatch: String) {
        let request: JSONValue = ["id": "taken", "method": "taken", "params": ["next_batch": .string(nextBatch)]]
        channel.eventLoop.execute { [handler] in handler.value.send(request.serialized) }
    }

    /// - Parameter code: of RFC 6455, section 7.4.1; 1000 is the ordinary end.
    func close(code: UInt16 = 1000) {
        channel.eventLoop.execute { [handler] in handler.value.close(code: code) }
    }

    /// Waits until the socket is closed: with TLS after both sides said so.
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
