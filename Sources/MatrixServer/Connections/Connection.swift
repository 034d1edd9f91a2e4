import Glibc
import NIOCore
import Synchronization

/// An open connection: its peer, whether its client is still connected, and the action to take when it reads too
/// slowly.
final class Connection: Sendable {
    let peer: Peer
    let presence = ClientPresence()
    private let channel: any Channel
    private let stalled = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ channel: any Channel, _ peer: Peer) {
        self.channel = channel
        self.peer = peer
    }

    /// - Parameter action: Runs instead of ``cut()`` when the client reads too slowly.
    func whenStalled(_ action: @escaping @Sendable () -> Void) { stalled.withLock { $0 = action } }

    func stall() {
        if let action = stalled.withLock({ $0 }) { action() } else { cut() }
    }

    /// Closes the connection at once and drops the data that is waiting to be sent, in the kernel as well.
    func cut() {
        let channel = channel
        channel.eventLoop.execute {
            // Without the option the kernel would go on sending its buffer, for minutes.
            _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            channel.close(promise: nil)
        }
    }
}
