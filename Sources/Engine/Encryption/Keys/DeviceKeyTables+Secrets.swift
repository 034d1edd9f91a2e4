import Foundation
import MatrixAPI
import MatrixCrypto
import Storage

/// The secrets that only the account's own devices have, as Base64 texts.
extension DeviceKeyTables {
    /// The name under which an identity that was created here is stored, until the server has it.
    private static let made = "made"

    func secret(_ name: SecretName) throws -> SecretBytes? {
        try tables.secret(named: name.rawValue).flatMap { kept in
            try? key.open(kept.secret, as: Self.name(of: kept.name, kept.publicKey))
        }
    }

    /// - Parameter publicKey: the public key that belongs to the secret, in Base64.
    func set(_ secret: SecretBytes, _ name: SecretName, publicKey: String) throws {
        try store(secret, named: name.rawValue, publicKey: publicKey)
    }

    /// The private keys of an identity, if all of them are on this device.
    func crossSigning(of identity: PersonIdentity) throws -> OwnCrossSigning? {
        var secrets: [CrossSigningUsage: SecretBytes] = [:]
        for (usage, key) in identity.keys {
            guard try tables.secret(named: SecretName(usage).rawValue)?.publicKey == key.name else { return nil }
            secrets[usage] = try secret(SecretName(usage))
        }
        return try? OwnCrossSigning(secrets: secrets, of: identity)
    }

    /// The secrets that are missing here or belong to another identity.
    func missingSecrets(of identity: PersonIdentity) throws -> [SecretName] {
        try identity.keys.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { usage, key in
            let name = SecretName(usage)
            let isOfIdentity = try tables.secret(named: name.rawValue)?.publicKey == key.name
            return try isOfIdentity && secret(name) != nil ? nil : name
        }
    }

    func set(_ signing: OwnCrossSigning, of identity: PersonIdentity) throws {
        for (usage, key) in identity.keys {
            try set(signing.secret(usage), SecretName(usage), publicKey: key.name)
        }
    }

    func backupKey() throws -> BackupKey? {
        try secret(.backup).flatMap { try? BackupKey(text: $0) }
    }

    func set(_ key: BackupKey) throws {
        try set(key.text, .backup, publicKey: key.publicKey.base64)
    }

    // MARK: Pending identity

    func madeIdentity(of userID: String) throws -> OwnCrossSigning? {
        try tables.secret(named: Self.made).flatMap { kept in
            try? OwnCrossSigning(state: key.open(kept.secret, as: Self.name(of: kept.name, "")), userID: userID)
        }
    }

    /// - Parameter signing: the identity; `nil` once it is no longer pending.
    func setMade(_ signing: OwnCrossSigning?) throws {
        guard let signing else { return try tables.removeSecret(named: Self.made) }
        try store(signing.state, named: Self.made, publicKey: "")
    }

    private func store(_ secret: SecretBytes, named name: String, publicKey: String) throws {
        let sealed = Data(key.seal(secret, as: Self.name(of: name, publicKey)))
        try tables.set(StoredPrivateKey(name: name, publicKey: publicKey, secret: sealed))
    }

    private static func name(of secret: String, _ publicKey: String) -> String { "secret \(secret) \(publicKey)" }
}

extension PersonIdentity {
    /// The public keys by usage.
    var keys: [CrossSigningUsage: CrossSigningPublicKey] {
        var keys: [CrossSigningUsage: CrossSigningPublicKey] = [.master: master, .selfSigning: selfSigning]
        keys[.userSigning] = userSigning
        return keys
    }
}
