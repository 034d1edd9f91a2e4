/// What a login waits for at the moment.
package enum LoginStep: Hashable, Sendable {
    case lookingUp(server: String)
    case asking(server: String)
    case loggingIn(server: String)
    case browser(minutes: Int)
    /// The server asked for it.
    case pausing(seconds: Int64)
}
