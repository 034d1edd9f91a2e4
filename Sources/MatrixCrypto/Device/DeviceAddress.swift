/// The address of a device: its owner and its identifier.
package struct DeviceAddress: Hashable, Sendable {
    package let userID: String
    package let deviceID: String

    package init(userID: String, deviceID: String) {
        self.userID = userID
        self.deviceID = deviceID
    }

    /// Compares bytes, because Swift considers some texts equal that servers distinguish.
    package func isSame(as other: DeviceAddress) -> Bool {
        userID.utf8.elementsEqual(other.userID.utf8) && deviceID.utf8.elementsEqual(other.deviceID.utf8)
    }
}
