/// One of the two sides of a verification.
package struct VerifiedDevice: Hashable, Sendable {
    package let userID: String
    package let deviceID: String

    package init(userID: String, deviceID: String) {
        self.userID = userID
        self.deviceID = deviceID
    }
}
