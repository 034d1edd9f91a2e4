package import MatrixAPI

/// An error between Confab and a homeserver.
package enum MatrixClientError: Error, Sendable, Hashable {
    /// There was no response.
    case unreachable(UnreachableReason)
    /// The homeserver responded with an error. The pause is the one it asked for, from the header or the body.
    case matrix(MatrixError, status: Int, retryAfterMilliseconds: Int64?)
    /// The response is not from a homeserver, for example from a captive portal or a proxy.
    case notMatrix(status: Int)
    /// A response with status 200 that begins as a JSON object and then has a syntax error, at this byte offset.
    case brokenAnswer(offset: Int)
    /// Plain HTTP to another machine.
    case insecure(address: String)
    case badAddress(String)
    /// The address of an endpoint: it contains `/_matrix`, which every request adds.
    case addressOfEndpoint(String)
    /// The server didn't accept the name and password.
    case wrongPassword
    /// The server asks for proof of the account's ownership beyond the token. Thrown by the functions
    /// that take an ``AccountProof``.
    case proofNeeded(ProofChallenge)
    /// The registration requires stages that Confab doesn't support. They have the server's names.
    case registrationNeeds(stages: [String])
    /// The token is no longer valid. With `isSoft` the device stays, and a login with its identifier continues it
    /// (client-server API, "Soft logout"). Thrown by ``SyncLoop``; a single request throws `matrix` with
    /// `M_UNKNOWN_TOKEN`.
    case loggedOut(isSoft: Bool)
    /// The server refreshed the tokens, but they could not be saved and are not used.
    case notKept
    /// The caller canceled the request before its body was sent.
    case heldBack
    case cancelled
}

extension MatrixClientError {
    /// Whether the same request may succeed later without a change by the user.
    package var isTransient: Bool {
        switch self {
        case .unreachable, .notKept, .brokenAnswer: true
        case .matrix(let error, let status, _):
            // The request had a token. If the server reports that it is missing, a proxy removed it.
            status == 429 || status >= 500 || error.code == .limitExceeded || error.code == .missingToken
        // A portal or a proxy may go away, so its response is transient. Statuses about the request itself are not.
        case .notMatrix(let status):
            !(400..<500).contains(status) || [401, 403, 404, 407, 408, 425, 429].contains(status)
        case .insecure, .badAddress, .addressOfEndpoint, .wrongPassword, .proofNeeded, .registrationNeeds, .loggedOut,
            .heldBack, .cancelled:
            false
        }
    }

    /// The pause before another attempt that the server asks for, in milliseconds.
    package var retryAfterMilliseconds: Int64? {
        guard case .matrix(_, _, let wait) = self else { return nil }
        return wait
    }
}

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
    case certificate(CertificateRejectionReason)
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
