import ViewModels

extension LineDoubt {
    /// In one sentence.
    ///
    /// - Parameter name: of its sender.
    func text(sender name: String) -> DisplayText {
        switch self {
        case .inClear: .words("trust.line-in-clear")
        case .unprovenKey: .words("trust.line-unproven")
        case .unknownDevice: .words("trust.line-unknown-device", ["name": name])
        case .notSignedByOwner(isOwnerVerified: false): .words("trust.line-not-signed", ["name": name])
        case .notSignedByOwner(isOwnerVerified: true): .words("trust.line-not-signed-by-verified", ["name": name])
        case .identityChanged: .words("trust.line-identity-changed", ["name": name])
        }
    }

    var mark: MessageViewModel.Mark {
        switch self {
        case .inClear: .inClear
        case .unprovenKey, .unknownDevice, .notSignedByOwner, .identityChanged: .doubtful
        }
    }
}
