package import MatrixAPI

/// The secrets that people's devices share and the server keeps sealed (client-server API, "Secrets"). The raw value is the type of their account
/// data as well.
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
