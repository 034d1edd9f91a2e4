/// The ways to verify this device.
package struct ConfirmationWays: Hashable, Sendable {
    /// The identifiers of the account's other devices that its identity has signed, which can compare emoji.
    package var devices: [String] = []
    /// The secrets stored on the server; `nil` if there are none, or if the check has failed.
    package var recovery: RecoveryOffer?
    /// Whether the account had another identity before, as far as this device knows.
    package var isReplaced = false

    package init(devices: [String] = [], recovery: RecoveryOffer? = nil, isReplaced: Bool = false) {
        self.devices = devices
        self.recovery = recovery
        self.isReplaced = isReplaced
    }
}
