import MatrixAPI

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
