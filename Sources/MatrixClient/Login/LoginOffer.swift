/// The methods that the user can choose from to log in.
package struct LoginOffer: Hashable, Sendable {
    package let homeserver: HomeserverLocation
    /// The given user; may be empty.
    package let user: String
    /// The methods, at least one.
    package let methods: [LoginMethod]

    package init(homeserver: HomeserverLocation, user: String, methods: [LoginMethod]) {
        self.homeserver = homeserver
        self.user = user
        self.methods = methods
    }
}
