/// What a person may choose from to log in.
package struct LoginOffer: Hashable, Sendable {
    package let homeserver: HomeserverLocation
    /// Who was said to log in; may be empty.
    package let user: String
    /// Never empty.
    package let methods: [LoginMethod]

    package init(homeserver: HomeserverLocation, user: String, methods: [LoginMethod]) {
        self.homeserver = homeserver
        self.user = user
        self.methods = methods
    }
}
