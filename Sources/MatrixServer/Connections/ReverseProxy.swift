/// The reverse proxy in front of a server. It counts as a shared address, and what it says in `X-Forwarded-For` is believed.
package struct ReverseProxy: Sendable {
    /// `nil`: whoever comes by the Unix socket.
    private let peer: Peer?

    /// - Parameter text: the IP address from which it connects, or `unix`.
    /// - Returns: `nil` where it is neither.
    package init?(_ text: String) {
        if text == "unix" {
            peer = nil
        } else if let peer = Peer(text) {
            self.peer = peer
        } else {
            return nil
        }
    }

    func isAt(_ peer: Peer) -> Bool {
        switch peer {
        case .user: self.peer == nil
        case .address, .loopback, .unknown: self.peer == peer
        }
    }
}
