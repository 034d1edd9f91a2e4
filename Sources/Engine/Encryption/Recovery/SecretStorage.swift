import MatrixAPI
import MatrixClient
import MatrixCrypto

/// The account's secrets on the server, encrypted with a key of the user (client-server API, "Secret storage").
struct SecretStorage: Sendable {
    /// The default key, as the server describes it.
    struct DefaultKey: Sendable {
        let id: StorageKeyID
        let description: JSONValue

        /// The passphrase parameters. If they are unsupported, the user is asked for the key itself.
        var passphrase: Passphrase? { description["passphrase"].flatMap { try? Passphrase(json: $0) } }

        /// Whether the description contains data to check a key. Otherwise the stored secrets show whether a key
        /// is right.
        var isTelling: Bool { description["iv"] != nil || description["mac"] != nil }
    }

    let client: HomeserverClient
    let userID: String

    /// - Returns: `nil` if there is no default key.
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

    /// - Returns: `nil` if it is not stored under this key.
    /// - Throws: ``RecoveryError/incomplete`` if it was changed.
    func secret(
        _ name: SecretName, key: SecretStorageKey, described: DefaultKey
    ) async throws -> SecretBytes? {
        guard let stored = try await stored(name), stored.isSealed(by: described.id.value) else { return nil }
        do throws(CryptoError) {
            return try stored.open(name, key: key, keyID: described.id.value)
        } catch {
            if error == .wrongCode, !described.isTelling { throw RecoveryError.wrongKey }
            throw RecoveryError.incomplete
        }
    }

    /// Stores the secrets and makes their key the default. Until then the previous key decrypts all its secrets, so
    /// that a crash in between loses nothing.
    func store(_ secrets: [(name: SecretName, secret: SecretBytes)], by key: SecretStorageKey) async throws {
        let id = StorageKeyID()
        try await client.setAccountData(userID: userID, type: id.type, content: key.description())
        let sealed = try secrets.map { name, secret in
            (name, try StoredSecret(secret, name: name, key: key, keyID: id.value).content)
        }
        for (name, content) in sealed {
            var both = try await client.accountData(userID: userID, type: name.rawValue) ?? .emptyObject
            var encrypted =
                both["encrypted"]?.isObject != true ? JSONValue.emptyObject : both["encrypted"] ?? .emptyObject
            encrypted[id.value] = content["encrypted"]?[id.value]
            both["encrypted"] = encrypted
            try await client.setAccountData(userID: userID, type: name.rawValue, content: both)
        }
        guard try await holds(secrets, by: key, id) else { throw MatrixClientError.notMatrix(status: 200) }
        try await client.setAccountData(userID: userID, type: StorageKeyID.defaultType, content: id.content)
        guard try await defaultKey()?.id == id else { throw MatrixClientError.notMatrix(status: 200) }
        // From here on, older keys open none of these secrets.
        for (name, content) in sealed {
            try await client.setAccountData(userID: userID, type: name.rawValue, content: content)
        }
    }

    /// Whether the server really stores the uploaded secrets. After that the user may discard other ways to decrypt
    /// them.
    private func holds(
        _ secrets: [(name: SecretName, secret: SecretBytes)], by key: SecretStorageKey, _ id: StorageKeyID
    ) async throws -> Bool {
        guard let description = try await client.accountData(userID: userID, type: id.type),
            (try? key.check(description)) != nil
        else { return false }
        let described = DefaultKey(id: id, description: description)
        for (name, secret) in secrets {
            guard try await self.secret(name, key: key, described: described) == secret else { return false }
        }
        return true
    }

    private func stored(_ name: SecretName) async throws -> StoredSecret? {
        try await client.accountData(userID: userID, type: name.rawValue).flatMap { try? StoredSecret(content: $0) }
    }
}
