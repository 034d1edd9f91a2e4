/// Why the name of a server did not lead to a homeserver.
package enum DiscoveryProblem: Hashable, Sendable {
    case noServerName
    /// Its site sends one elsewhere without end, or to where nothing is encrypted.
    case badRedirect
    case siteTrouble(status: Int)
    case unreadableAnswer
    /// Its site answers, and names no homeserver.
    case unnamed
    /// The address that it names, which nothing encrypts.
    case unencrypted(String)
    /// What it names instead of an address.
    case badAddress(String)
    case client(MatrixClientError)
}
