/// What a person may choose from to log in.
package struct LoginOffer: Hashable, Sendable {
    package let homeserver: Homeserver
    /// Who was said to log in; may be empty.
    package let user: String
    /// Never empty.
    package let methods: [LoginMethod]

    package init(homeserver: Homeserver, user: String, methods: [LoginMethod]) {
        self.homeserver = homeserver
        self.user = user
        self.methods = methods
    }
}
