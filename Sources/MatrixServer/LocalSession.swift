package import MatrixAPI

/// A device of an account without a password, for the process that runs the server.
package struct LocalSession: Hashable, Sendable {
    package let userID: UserID
    package let deviceID: String
    package let accessToken: String
}
