/// A token for a request. Grants of the same generation have the same token, so that a request can tell whether its
/// token was refreshed meanwhile.
struct TokenGrant: Hashable, Sendable {
    let token: String?
    let generation: Int
}
