/// The step that a login waits for.
package enum LoginStep: Hashable, Sendable {
    case lookingUp(server: String)
    case asking(server: String)
    case loggingIn(server: String)
    case browser(minutes: Int)
    /// The server asked for a pause.
    case pausing(seconds: Int64)
}
