/// What a cross-signing key is for (client-server API, "Cross-signing").
package enum CrossSigningUsage: String, CaseIterable, Sendable {
    /// It stands for the person, and signs the other two.
    case master
    /// It signs the person's own devices.
    case selfSigning = "self_signing"
    /// It signs the master keys of others; nobody else sees it.
    case userSigning = "user_signing"

    /// The member of the body that uploads it.
    package var uploadName: String { rawValue + "_key" }
    /// The member of the answer that tells it.
    package var queryName: String { rawValue + "_keys" }
}
