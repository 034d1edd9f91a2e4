import NIOCore
import Synchronization

/// Watches one long write: calls when the other side took no byte for a minute.
final class WriteWatch: Sendable {
    private static let patience: TimeAmount = .seconds(60)
    private let channel: any Channel
    private let stalled: @Sendable () -> Void
    private let timer = Mutex<Scheduled<Void>?>(nil)

    init(_ channel: any Channel, stalled: @escaping @Sendable () -> Void) {
        self.channel = channel
        self.stalled = stalled
        look(lastBuffered: nil)
    }

    func end() {
        timer.withLock { timer in
            timer?.cancel()
            timer = nil
        }
    }

    private func look(lastBuffered: Int?) {
        let next = channel.eventLoop.scheduleTask(in: WriteWatch.patience) {
            let buffered = try? self.channel.syncOptions?.getOption(.bufferedWritableBytes)
            if let lastBuffered, let buffered, buffered >= lastBuffered { return self.stalled() }
            if lastBuffered == nil, buffered == nil { return self.stalled() }
            self.look(lastBuffered: buffered ?? 0)
        }
        timer.withLock { $0 = next }
    }
}
