/// The reason why the name of a server did not lead to a homeserver.
package enum DiscoveryProblem: Hashable, Sendable {
    case noServerName
    /// The site redirects endlessly, or to an unencrypted address.
    case badRedirect
    case siteTrouble(status: Int)
    case unreadableAnswer
    /// The site responds, but names no homeserver.
    case unnamed
    /// The site names an unencrypted address.
    case unencrypted(String)
    /// The site names an invalid address.
    case badAddress(String)
    case client(MatrixClientError)
}
