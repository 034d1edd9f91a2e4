/// Whose device, and which.
package struct DeviceAddress: Hashable, Sendable {
    package let userID: String
    package let deviceID: String

    package init(userID: String, deviceID: String) {
        self.userID = userID
        self.deviceID = deviceID
    }

    /// By bytes: Swift takes texts for equal that servers tell apart.
    package func isSame(as other: DeviceAddress) -> Bool {
        userID.utf8.elementsEqual(other.userID.utf8) && deviceID.utf8.elementsEqual(other.deviceID.utf8)
    }
}
