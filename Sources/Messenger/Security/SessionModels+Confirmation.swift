import ViewModels

extension SessionModels {
    /// Whether the line at the top tells that this device is to be confirmed.
    var isConfirmationToTell: Bool {
        ownIdentity.isToConfirm && !security.isDismissed && navigation.screen == .chats
    }
}

extension OwnIdentityModel {
    /// Whether a person can have this device confirmed, and has not.
    var isToConfirm: Bool { if case .unconfirmed = state { true } else { false } }
}
