/// Notifies one subscriber of writes. Writes since its last notification cause one more.
struct WriteSignal: Sendable {
    let all: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// The first notification is sent at the beginning, for data of an earlier run.
    init() {
        (all, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        send()
    }

    func send() { continuation.yield() }
}
