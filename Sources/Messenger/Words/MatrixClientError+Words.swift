import MatrixAPI
package import MatrixClient
import ViewModels

extension MatrixClientError {
    /// The cause in a few words for a narrow place, as in `nothing answers at this address`.
    package var cause: String {
        switch self {
        // Only the remedy helps here, and the line has no room for both.
        case .unreachable(.certificate(.unknownAuthority)): return .words("certificate.unknown-authority-cause")
        case .unreachable(let reason): return reason.cause
        case .notMatrix(let status) where Self.text(ofGate: status) == nil: return .words("server.other-page")
        default: break
        }
        return String(message.prefix { !".(。（".contains($0) }.reversed().drop { $0 == " " }.reversed())
    }

    /// The error in one line, with a remedy. It may contain the server's text, which comes from outside.
    package var message: String {
        switch self {
        case .unreachable(let reason): .words("server.unreachable", ["reason": reason.message])
        case .matrix(let error, let status, _): MatrixClientError.text(of: error, status: status)
        case .notMatrix(let status):
            Self.text(ofGate: status) ?? .words("server.is-no-matrix-server", ["status": String(status)])
        case .brokenAnswer(let offset): .words("server.broken-answer", ["offset": String(offset)])
        case .insecure(let address): .words("server.is-insecure", ["address": address])
        case .badAddress(let address): .words("server.bad-address", ["address": address])
        case .addressOfEndpoint(let address): .words("server.address-of-endpoint", ["address": address])
        case .wrongPassword: .words("server.wrong-password")
        case .proofNeeded(let demand): MatrixClientError.text(of: demand)
        case .registrationNeeds(stages: ["m.login.registration_token"]): .words("server.wants-token")
        case .registrationNeeds(let stages):
            .words("server.wants-more", ["stages": stages.map(MatrixClientError.stage).joined(separator: ", ")])
        case .loggedOut: .words("server.logged-out")
        case .notKept: .words("server.login-not-kept")
        case .heldBack: .words("server.held-back")
        case .cancelled: .words("server.cancelled")
        }
    }

    /// The meaning of a status that a proxy in front of the server sends itself; `nil` if the response may be any
    /// page. See RFC 9110, section 15, and RFC 6585.
    private static func text(ofGate status: Int) -> String? {
        switch status {
        case 401, 407: .words("server.gate-wants-login", ["status": String(status)])
        case 403: .words("server.gate-refuses", ["status": String(status)])
        case 413: .words("server.too-large-at-gate", ["status": String(status)])
        case 429: .words("server.wants-pause")
        case 502, 504: .words("server.gate-cant-reach", ["status": String(status)])
        case 503: .words("server.is-overloaded", ["status": String(status)])
        // The status means "network authentication required", as a captive portal sends it.
        case 511: nil
        case 500..<600: .words("server.has-trouble-at-gate", ["status": String(status)])
        default: nil
        }
    }

    private static func text(of error: MatrixError, status: Int) -> String {
        let said = error.message.isEmpty ? error.code.rawValue : error.message
        if let contact = error.contact {
            return error.code == .consentNotGiven
                ? .words("server.wants-consent", ["page": contact])
                : .words("server.limit-reached", ["said": said, "contact": contact])
        }
        return switch error.code {
        case .userLocked: .words("server.locked", ["said": said])
        case .userDeactivated: .words("server.deactivated", ["said": said])
        case .unknownToken: .words("server.token-ended", ["said": said])
        case .missingToken: .words("server.lost-token", ["said": said])
        case .limitExceeded: .words("server.wants-pause")
        case .userInUse: .words("server.name-taken")
        case .invalidUsername: .words("server.bad-name", ["said": said])
        case .weakPassword: .words("server.weak-password", ["said": said])
        case .tooLarge: .words("server.too-large", ["said": said])
        case .unrecognized: .words("server.unknown-request")
        case .notFound: .words("server.not-found", ["said": said])
        // Synapse uses this text for any request of an account that is not in the room.
        case .forbidden where said.lowercased().contains("previews"): .words("server.not-in-chat")
        case .forbidden: .words("server.forbidden", ["said": said])
        default: status >= 500 ? .words("server.has-trouble", ["said": said]) : .words("server.refused", ["said": said])
        }
    }

    private static func text(of demand: ProofChallenge) -> String {
        if demand.takesPassword { return .words("server.wants-password") }
        if let page = demand.page { return .words("server.wants-browser", ["page": page]) }
        return .words("server.wants-other-proof", ["stage": stage(demand.stage ?? "?")])
    }

    /// The name of a stage of a registration or of a proof. An unknown stage keeps the server's name.
    private static func stage(_ name: String) -> String {
        switch name {
        case "m.login.recaptcha": .words("registration.captcha")
        case "m.login.terms": .words("registration.terms")
        case "m.login.email.identity": .words("registration.e-mail")
        case "m.login.msisdn": .words("registration.telephone")
        case "m.login.registration_token": .words("registration.token")
        case "m.login.sso": .words("registration.single-sign-on")
        default: name
        }
    }
}
