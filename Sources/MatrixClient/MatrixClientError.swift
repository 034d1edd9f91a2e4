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
    case proofNeeded(ProofDemand)
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

extension MatrixClientError {
    /// A description for a log. It omits the server's message, which may repeat parts of the request.
    var logText: String {
        switch self {
        case .unreachable(let reason): "unreachable: \(reason.logText)"
        case .matrix(let error, let status, _): "status \(status), \(error.code.logText)"
        case .notMatrix(let status): "status \(status), not from a Matrix server"
        case .brokenAnswer(let offset): "status 200, no JSON at byte \(offset)"
        case .insecure: "plain HTTP to another machine"
        case .badAddress: "no address of a server"
        case .addressOfEndpoint: "the address of an endpoint"
        case .wrongPassword: "the name or the password is wrong"
        case .proofNeeded: "the account has to be proven"
        case .registrationNeeds: "the registration needs more"
        case .loggedOut(let isSoft): isSoft ? "logged out, the device stays" : "logged out"
        case .notKept: "the renewed tokens could not be kept"
        case .heldBack: "held back"
        case .cancelled: "cancelled"
        }
    }
}

extension UnreachableReason {
    /// A description without foreign or localized text.
    fileprivate var logText: String {
        switch self {
        case .notStarted: "notStarted"
        case .unknownName, .refused, .noSocket, .forbiddenSocket, .noRoute, .timedOut, .brokeOff, .replacedConnection,
            .failed,
            .failedByNumber, .tooLargeAnswer, .slowEncryption, .noCommonEncryption, .failedEncryption, .certificate,
            .unreadableUpdate, .closedByServer, .brokenStream, .silentServer:
            String(describing: self)
        }
    }
}

extension MatrixError.Code {
    /// The code if it has the form that the specification requires. Other text is not logged.
    fileprivate var logText: String {
        let letters = rawValue.utf8.allSatisfy {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_")
        }
        return letters && rawValue.hasPrefix("M_") && rawValue.utf8.count <= 40 ? rawValue : "another code"
    }
}
