package import MatrixAPI

/// What can go wrong between Confab and a homeserver.
package enum MatrixClientError: Error, Sendable, Hashable {
    /// No answer came: refused, no such name, reset, timed out, TLS.
    case unreachable(reason: String)
    /// The homeserver answered with an error; the wait is the one it asked for, from the header or the body.
    case matrix(MatrixError, status: Int, retryAfterMilliseconds: Int64?)
    /// An answer that no homeserver gives, as from a captive portal or a proxy.
    case notMatrix(status: Int)
    /// Plain HTTP to another machine.
    case insecure(address: String)
    case badAddress(String)
    /// The server didn't accept the name and password.
    case wrongPassword
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
    /// What happened in a few words, for a place with little room: as in `nothing answers at this address`.
    package var cause: String {
        let text = if case .unreachable(let reason) = self { reason } else { message }
        return String(text.prefix { $0 != "." && $0 != "(" }).trimmingSuffix(" ")
    }

    /// One line: what happened and what to do. It may hold the server's words, which are text from outside.
    package var message: String {
        switch self {
        case .unreachable(let reason): "The server can't be reached: \(reason)"
        case .matrix(let error, let status, _): MatrixClientError.words(for: error, status: status)
        case .notMatrix(let status) where (500..<600).contains(status):
            "The server has trouble (status \(status)). Confab tries again; if it lasts, ask who runs the server"
        case .notMatrix(let status):
            "The answer (status \(status)) is not from a Matrix server. Does this network want a login in a browser first?"
        case .insecure(let address): "\(address) is not encrypted. Use https, or log in with --insecure-http"
        case .badAddress(let address): "“\(address)” is no address of a server. Write it like example.org"
        case .wrongPassword: "The server doesn't accept this name and password. Check both and try again"
        case .registrationNeeds(stages: ["m.login.registration_token"]):
            "This server wants a registration token. Ask who runs it, and give it with --token"
        case .registrationNeeds(let stages):
            "This server wants more for a new account than Confab can do "
                + "(\(stages.map(RegistrationStages.words).joined(separator: ", "))). "
                + "Register in a browser, then log in here"
        case .loggedOut: "You were logged out. Log in again; what you wrote is kept"
        case .notKept: "The renewed login can't be kept on this disk. Make room on it; Confab tries again"
        case .heldBack: "Held back"
        case .cancelled: "Cancelled"
        }
    }

    /// Whether the same request may succeed later without anyone changing it.
    package var isTransient: Bool {
        switch self {
        case .unreachable, .notKept: true
        case .matrix(let error, let status, _): status == 429 || status >= 500 || error.code == .limitExceeded
        // What stands in the way of the server, a portal or a proxy, may go away; what it says of the request itself stays.
        case .notMatrix(let status): !(400..<500).contains(status) || [403, 404, 407, 408, 425, 429].contains(status)
        case .insecure, .badAddress, .wrongPassword, .registrationNeeds, .loggedOut, .heldBack, .cancelled: false
        }
    }

    /// How long the server asks to wait before another try, in milliseconds.
    package var retryAfterMilliseconds: Int64? {
        guard case .matrix(_, _, let wait) = self else { return nil }
        return wait
    }

    private static func words(for error: MatrixError, status: Int) -> String {
        let said = error.message.isEmpty ? error.code.rawValue : error.message
        return switch error.code {
        case .userDeactivated: "This account was deactivated (\(said)). What is on this device can still be read"
        case .unknownToken, .missingToken: "You were logged out (\(said)). Log in again"
        case .limitExceeded: "The server asks for a pause. Confab tries again by itself"
        case .userInUse: "This name is taken. Choose another one"
        case .invalidUsername: "The server doesn't allow this name (\(said)). Use a-z, 0-9 and ._=-/"
        case .weakPassword: "The server wants a stronger password (\(said))"
        case .tooLarge: "This is too large for the server (\(said)). Shorten it"
        case .unrecognized: "The server doesn't know this request. It may be too old or too new for Confab"
        case .notFound: "The server can't find it (\(said))"
        case .forbidden: "The server doesn't allow it (\(said))"
        default: status >= 500 ? "The server has trouble (\(said)). Confab tries again" : "The server refused (\(said))"
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
