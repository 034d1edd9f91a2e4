/// The reason why a server did not respond.
package enum UnreachableReason: Hashable, Sendable {
    /// No server has this name.
    case unknownName
    /// Nothing listens at the address.
    case refused
    /// The path of the Unix socket doesn't exist.
    case noSocket
    /// This process has no permission to open the socket.
    case forbiddenSocket
    /// There is no route to the network.
    case noRoute
    case timedOut
    case brokeOff
    /// The request was ended because its connection may be dead, after a newer one was found to work.
    case replacedConnection
    /// Another error. The detail is the libraries' name for it.
    case failed(detail: String?)
    /// A number of `errno`.
    case failedByNumber(CInt)
    case tooLargeAnswer
    case slowEncryption
    /// Both sides have no encryption in common, or one of them doesn't support any.
    case noCommonEncryption
    case failedEncryption
    case certificate(CertificateFlaw)
    /// The stream contained a malformed update.
    case unreadableUpdate
    case closedByServer
    /// The server violated the protocol of the stream.
    case brokenStream
    case silentServer
    /// The server is part of this program and did not start.
    case notStarted
}

extension UnreachableReason {
    /// Whether an awaited response didn't arrive, so that other connections may be dead as well.
    var isSilence: Bool { [.timedOut, .silentServer, .slowEncryption, .noRoute].contains(self) }
}
