/// The reverse proxy in front of a server. It counts as a shared address, and its `X-Forwarded-For` header is trusted.
package struct ReverseProxy: Sendable {
    /// The proxy's address; `nil` if the proxy connects through the Unix socket.
    private let peer: Peer?

    /// - Parameter text: The IP address from which the proxy connects, or `unix`.
    /// - Returns: `nil` if the text is neither.
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
