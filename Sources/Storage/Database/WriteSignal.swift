/// Tells one listener that something was written, and again for what was written since it heard of it.
struct WriteSignal: Sendable {
    let all: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Sent once at the beginning: there may be something from before.
    init() {
        (all, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        send()
    }

    func send() { continuation.yield() }
}
