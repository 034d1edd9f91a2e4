import Glibc
import NIOCore
import Synchronization

/// An open connection: whose it is, whether its client is still there, and what happens where it reads too slowly.
final class Connection: Sendable {
    let peer: Peer
    let presence = ClientPresence()
    private let channel: any Channel
    private let stalled = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ channel: any Channel, _ peer: Peer) {
        self.channel = channel
        self.peer = peer
    }

    /// - Parameter action: runs in place of ``cut()`` when the reader takes too little.
    func whenStalled(_ action: @escaping @Sendable () -> Void) { stalled.withLock { $0 = action } }

    func stall() {
        if let action = stalled.withLock({ $0 }) { action() } else { cut() }
    }

    /// Ends the connection at once and drops what waits for it, in the kernel as well.
    func cut() {
        let channel = channel
        channel.eventLoop.execute {
            // Without the option the kernel would go on offering what it holds, for minutes.
            _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            channel.close(promise: nil)
        }
    }
}
