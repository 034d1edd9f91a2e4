/// What a login waits for at the moment.
package enum LoginStep: Hashable, Sendable {
    case lookingUp(server: String)
    case asking(server: String)
    case loggingIn(server: String)
    case browser(minutes: Int)
    /// The server asked for it.
    case pausing(seconds: Int64)

    /// As a person reads it; the names are text from outside.
    package var text: String {
        switch self {
        case .lookingUp(let server): "Looking for the homeserver of \(server)…"
        case .asking(let server): "Asking \(server) how it lets in…"
        case .loggingIn(let server): "Logging in at \(server)…"
        case .browser(let minutes): "Waiting for the browser to come back, \(minutes) minutes at most…"
        case .pausing(let seconds): "The server asks for a pause: the next try is in \(seconds) s"
        }
    }
}
