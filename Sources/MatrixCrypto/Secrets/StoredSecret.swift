package import MatrixAPI

/// A secret in the account data, sealed by each of the keys that may open it (client-server API, "Secret storage").
package struct StoredSecret: Hashable, Sendable {
    /// By the keys' identifiers.
    private var sealed: [String: JSONValue]

    package init(content: JSONValue) throws(CryptoError) {
        guard let sealed = content["encrypted"]?.object else { throw .missingMember("encrypted") }
        self.sealed = sealed
    }

    /// - Parameters:
    ///   - secret: as it is stored: for keys, their Base64.
    ///   - keyID: of the key of secret storage.
    package init(
        _ secret: SecretBytes, name: SecretName, key: SecretStorageKey, keyID: String
    ) throws(CryptoError) {
        sealed = [keyID: try key.seal(secret, name: name.rawValue)]
    }

    package func isSealed(by keyID: String) -> Bool { sealed[keyID] != nil }

    package func open(_ name: SecretName, key: SecretStorageKey, keyID: String) throws(CryptoError) -> SecretBytes {
        guard let sealed = sealed[keyID] else { throw .missingMember(keyID) }
        return try key.open(sealed, name: name.rawValue)
    }

    package var content: JSONValue { ["encrypted": .object(sealed)] }
}
