package import MatrixAPI

/// The secrets that a person's devices share and the server stores encrypted (client-server API, "Secrets"). The raw
/// value is also the type of the account data.
package enum SecretName: String, CaseIterable, Sendable {
    case master = "m.cross_signing.master"
    case selfSigning = "m.cross_signing.self_signing"
    case userSigning = "m.cross_signing.user_signing"
    /// The secret half of the backup's key.
    case backup = "m.megolm_backup.v1"

    package init(_ usage: CrossSigningUsage) {
        switch usage {
        case .master: self = .master
        case .selfSigning: self = .selfSigning
        case .userSigning: self = .userSigning
        }
    }
}
