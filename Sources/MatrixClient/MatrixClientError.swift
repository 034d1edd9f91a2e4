package import MatrixAPI

/// What can go wrong between Confab and a homeserver.
package enum MatrixClientError: Error, Sendable, Hashable {
    /// No answer came.
    case unreachable(UnreachableReason)
    /// The homeserver answered with an error; the wait is the one it asked for, from the header or the body.
    case matrix(MatrixError, status: Int, retryAfterMilliseconds: Int64?)
    /// An answer that no homeserver gives, as from a captive portal or a proxy.
    case notMatrix(status: Int)
    /// An answer with status 200 that begins as a JSON object and then breaks the grammar, at so many bytes from 0.
    case brokenAnswer(offset: Int)
    /// Plain HTTP to another machine.
    case insecure(address: String)
    case badAddress(String)
    /// The address of an endpoint: it goes on with `/_matrix`, which every request begins with.
    case addressOfEndpoint(String)
    /// The server didn't accept the name and password.
    case wrongPassword
    /// The server wants to know that the account is whose token it is, and was not shown enough. Said by the functions that take an
    /// ``AccountProof``.
    case proofNeeded(ProofDemand)
    /// The server wants steps for a registration that Confab doesn't know; they are named as the server names them.
    case registrationNeeds(stages: [String])
    /// The token no longer counts; with `isSoft` the device stays, and a login with its identifier continues it
    /// (client-server API, "Soft logout"). Said by ``SyncLoop``; a single request says `matrix` with `M_UNKNOWN_TOKEN`.
    case loggedOut(isSoft: Bool)
    /// The server renewed the tokens, and they could not be written down, so that they are not used.
    case notKept
    /// Who asked for it took it back before its body went out.
    case heldBack
    case cancelled
}

extension MatrixClientError {
    /// Whether the same request may succeed later without anyone changing it.
    package var isTransient: Bool {
        switch self {
        case .unreachable, .notKept, .brokenAnswer: true
        case .matrix(let error, let status, _):
            // A request that had a token and lost it met a proxy.
            status == 429 || status >= 500 || error.code == .limitExceeded || error.code == .missingToken
        // What stands in the way of the server, a portal or a proxy, may go away; what it says of the request itself stays.
        case .notMatrix(let status):
            !(400..<500).contains(status) || [401, 403, 404, 407, 408, 425, 429].contains(status)
        case .insecure, .badAddress, .addressOfEndpoint, .wrongPassword, .proofNeeded, .registrationNeeds, .loggedOut,
            .heldBack, .cancelled:
            false
        }
    }

    /// How long the server asks to wait before another try, in milliseconds.
    package var retryAfterMilliseconds: Int64? {
        guard case .matrix(_, _, let wait) = self else { return nil }
        return wait
    }
}
