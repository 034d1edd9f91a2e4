/// The purpose of a cross-signing key (client-server API, "Cross-signing").
package enum CrossSigningUsage: String, CaseIterable, Sendable {
    /// The key represents the user, and signs the other two.
    case master
    /// The key signs the user's own devices.
    case selfSigning = "self_signing"
    /// The key signs the master keys of others; it is visible only to its owner.
    case userSigning = "user_signing"

    /// The member of the body that uploads it.
    package var uploadName: String { rawValue + "_key" }
    /// The member of the response that contains it.
    package var queryName: String { rawValue + "_keys" }
}
