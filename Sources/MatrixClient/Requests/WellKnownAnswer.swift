/// The result of `.well-known/matrix/client`, with the specification's names for failures (client-server API,
/// "Server discovery").
package enum WellKnownAnswer: Hashable, Sendable {
    /// The homeserver, which responded to `versions`.
    case homeserver(HomeserverLocation)
    /// IGNORE: the server has no such file, so the server name itself is used.
    case ignore
    /// FAIL_PROMPT: no usable response, so the user has to give the homeserver's address.
    case failPrompt(DiscoveryProblem)
    /// FAIL_ERROR: an invalid response, which is reported and ends the login.
    case failError(DiscoveryProblem)
}
