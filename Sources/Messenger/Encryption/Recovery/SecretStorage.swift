import MatrixAPI
import MatrixClient
import MatrixCrypto

/// The account's secrets on the server, sealed by a key of the person's (client-server API, "Secret storage").
struct SecretStorage: Sendable {
    /// The key that counts where nothing else is said, as the server describes it.
    struct DefaultKey: Sendable {
        let id: StorageKeyID
        let description: JSONValue

        /// Who can't do it by a passphrase is asked for the key alone.
        var passphrase: Passphrase? { description["passphrase"].flatMap { try? Passphrase(json: $0) } }
    }

    let client: HomeserverClient
    let userID: String

    /// - Returns: `nil` where there is none.
    func defaultKey() async throws -> DefaultKey? {
        guard let content = try await client.accountData(userID: userID, type: StorageKeyID.defaultType),
            let id = try? StorageKeyID(content: content),
            let description = try await client.accountData(userID: userID, type: id.type)
        else { return nil }
        return DefaultKey(id: id, description: description)
    }

    /// Whether the secrets of an identity are stored under a key.
    func hasIdentity(under key: DefaultKey) async throws -> Bool {
        for usage in CrossSigningUsage.allCases {
            guard try await stored(SecretName(usage))?.isSealed(by: key.id.value) == true else { return false }
        }
        return true
    }

    /// - Returns: `nil` where it is not stored under this key.
    /// - Throws: ``RecoveryProblem/incomplete`` where it was changed.
    func secret(_ name: SecretName, key: SecretStorageKey, id: StorageKeyID) async throws -> SecretBytes? {
        guard let stored = try await stored(name), stored.isSealed(by: id.value) else { return nil }
        do {
            return try stored.open(name, key: key, keyID: id.value)
        } catch {
            throw RecoveryProblem.incomplete
        }
    }

    /// Makes a key the one that counts. Until it is, the one before opens all that it did: a kill in between costs nothing.
    func store(_ secrets: [(name: SecretName, secret: SecretBytes)], by key: SecretStorageKey) async throws {
        let id = StorageKeyID()
        try await client.setAccountData(userID: userID, type: id.type, content: key.description())
        let sealed = try secrets.map { name, secret in
            (name, try StoredSecret(secret, name: name, key: key, keyID: id.value).content)
        }
        for (name, content) in sealed {
            var both = try await client.accountData(userID: userID, type: name.rawValue) ?? .emptyObject
            var encrypted = both["encrypted"]?.object == nil ? JSONValue.emptyObject : both["encrypted"] ?? .emptyObject
            encrypted[id.value] = content["encrypted"]?[id.value]
            both["encrypted"] = encrypted
            try await client.setAccountData(userID: userID, type: name.rawValue, content: both)
        }
        try await client.setAccountData(userID: userID, type: StorageKeyID.defaultType, content: id.content)
        // Whoever has an older key reads nothing with it from now on.
        for (name, content) in sealed {
            try await client.setAccountData(userID: userID, type: name.rawValue, content: content)
        }
    }

    private func stored(_ name: SecretName) async throws -> StoredSecret? {
        try await client.accountData(userID: userID, type: name.rawValue).flatMap { try? StoredSecret(content: $0) }
    }
}
