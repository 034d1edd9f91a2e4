/// A token to go by. Two of one generation are the same, so that a request knows whether its token was renewed meanwhile.
struct TokenGrant: Hashable, Sendable {
    let token: String?
    let generation: Int
}
