/// What `.well-known/matrix/client` told, in the specification's words for failures (client-server API, "Server discovery").
package enum WellKnownAnswer: Hashable, Sendable {
    /// The homeserver, which answered to `versions`.
    case homeserver(HomeserverLocation)
    /// IGNORE: the server says nothing; use the server name itself.
    case ignore
    /// FAIL_PROMPT: no usable answer; ask the person for the homeserver's address.
    case failPrompt(DiscoveryProblem)
    /// FAIL_ERROR: an answer that can't be used; say so and stop.
    case failError(DiscoveryProblem)
}
