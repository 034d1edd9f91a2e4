package import MatrixClient
import ViewModels

extension UnreachableReason {
    /// The cause in a few words, as in `nothing answers at this address`.
    package var cause: String {
        switch self {
        case .unknownName: .words("unreachable.unknown-name")
        case .refused: .words("unreachable.refused")
        case .noSocket: .words("unreachable.no-socket")
        case .forbiddenSocket: .words("unreachable.forbidden-socket")
        case .noRoute: .words("unreachable.no-route")
        case .timedOut: .words("unreachable.timed-out")
        case .brokeOff, .replacedConnection: .words("unreachable.broke-off")
        case .failed: .words("unreachable.failed")
        case .failedByNumber: .words("unreachable.failed")
        case .tooLargeAnswer: .words("unreachable.too-large-answer")
        case .slowEncryption: .words("unreachable.slow-encryption")
        case .noCommonEncryption: .words("unreachable.no-common-encryption")
        case .failedEncryption: .words("unreachable.failed-encryption")
        case .certificate(let flaw): flaw.cause
        case .unreadableUpdate: .words("unreachable.unreadable-update")
        case .closedByServer: .words("unreachable.closed-by-server")
        case .brokenStream: .words("unreachable.broken-stream")
        case .silentServer: .words("unreachable.silent-server")
        case .notStarted: .words("unreachable.not-started")
        }
    }

    /// The cause and a remedy, if there is one.
    package var message: String {
        switch self {
        case .failed(let detail?): .words("unreachable.with-detail", ["cause": cause, "detail": detail])
        case .failedByNumber(let number):
            .words("unreachable.failed-by-number", ["cause": cause, "number": String(number)])
        default: advice.map { String.words("unreachable.with-advice", ["cause": cause, "advice": $0]) } ?? cause
        }
    }

    private var advice: String? {
        switch self {
        case .unknownName: .words("unreachable.check-name")
        case .refused, .noSocket: .words("unreachable.is-it-running")
        case .noRoute: .words("unreachable.check-network")
        case .noCommonEncryption: .words("unreachable.speaks-https")
        case .failedEncryption: .words("unreachable.check-address-and-clock")
        case .certificate(let flaw): flaw.advice
        case .forbiddenSocket, .timedOut, .brokeOff, .replacedConnection, .failed, .failedByNumber, .tooLargeAnswer,
            .slowEncryption,
            .unreadableUpdate, .closedByServer, .brokenStream, .silentServer, .notStarted:
            nil
        }
    }
}

extension CertificateRejectionReason {
    fileprivate var cause: String {
        switch self {
        case .expired: .words("certificate.expired")
        case .notYetValid: .words("certificate.not-yet-valid")
        case .otherName: .words("certificate.other-name")
        case .unknownAuthority, .unreadableAuthorities: .words("certificate.unknown-authority")
        }
    }

    fileprivate var advice: String {
        switch self {
        case .expired: .words("certificate.check-clock-or-tell")
        case .notYetValid: .words("certificate.check-clock")
        case .otherName: .words("certificate.check-address")
        case .unknownAuthority: .words("certificate.add-authority")
        case .unreadableAuthorities: .words("certificate.unreadable-authorities")
        }
    }
}
