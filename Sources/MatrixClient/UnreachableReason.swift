/// Why no answer came from a server.
package enum UnreachableReason: Hashable, Sendable {
    /// No server has this name.
    case unknownName
    /// Nothing listens at the address.
    case refused
    /// The path of the Unix socket leads to nothing.
    case noSocket
    /// This process has not the right to open the socket.
    case forbiddenSocket
    /// No network leads there.
    case noRoute
    case timedOut
    case brokeOff
    /// The request was ended because its connection may be dead, after a newer one was found to work.
    case replacedConnection
    /// Something else; the detail is the libraries' name for it.
    case failed(detail: String?)
    /// A number of `errno`.
    case failedByNumber(CInt)
    case tooLargeAnswer
    case slowEncryption
    /// Both sides have no kind of encryption in common, or one of them speaks none.
    case noCommonEncryption
    case failedEncryption
    case certificate(CertificateFlaw)
    /// The stream brought what is no update.
    case unreadableUpdate
    case closedByServer
    /// The server broke the rules of the stream.
    case brokenStream
    case silentServer
    /// The server is a part of this program and did not start.
    case notStarted
}

extension UnreachableReason {
    /// Whether nothing came though something was awaited, so that other connections may be dead as well.
    var isSilence: Bool { [.timedOut, .silentServer, .slowEncryption, .noRoute].contains(self) }
}
