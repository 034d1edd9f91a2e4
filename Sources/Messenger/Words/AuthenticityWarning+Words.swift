import Engine
package import ViewModels

extension AuthenticityWarning {
    /// Returns the doubt as one sentence.
    ///
    /// - Parameters:
    ///   - name: the sender's name.
    ///   - isOwn: whether the sender is the account's owner, for whom the text differs.
    package func text(sender name: String, isOwn: Bool) -> DisplayText {
        switch self {
        case .notSignedByOwner where isOwn: .words("trust.line-not-signed-own")
        case .inClear: .words("trust.line-in-clear")
        case .unprovenKey: .words("trust.line-unproven")
        case .unknownDevice: .words("trust.line-unknown-device", ["name": name])
        case .uncheckedDevice: .words("trust.line-unchecked-device", ["name": name])
        case .notSignedByOwner(isOwnerVerified: false): .words("trust.line-not-signed", ["name": name])
        case .notSignedByOwner(isOwnerVerified: true): .words("trust.line-not-signed-by-verified", ["name": name])
        case .identityChanged: .words("trust.line-identity-changed", ["name": name])
        }
    }

    package var mark: MessageViewModel.Mark {
        switch self {
        case .inClear: .inClear
        case .unprovenKey, .unknownDevice, .uncheckedDevice, .notSignedByOwner, .identityChanged: .doubtful
        }
    }
}
