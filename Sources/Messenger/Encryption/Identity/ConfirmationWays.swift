/// By what a device can be confirmed.
package struct ConfirmationWays: Hashable, Sendable {
    /// The identifiers of the account's other devices that its owner has signed: they can be asked to compare emoji.
    package var devices: [String] = []
    /// `nil` where no secrets are stored on the server, or nobody could look.
    package var recovery: RecoveryOffer?
    /// Whether the account had another identity before, as far as this device knows.
    package var isReplaced = false

    package init(devices: [String] = [], recovery: RecoveryOffer? = nil, isReplaced: Bool = false) {
        self.devices = devices
        self.recovery = recovery
        self.isReplaced = isReplaced
    }
}
