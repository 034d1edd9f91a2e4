package import MatrixAPI

/// A secret in the account data, encrypted with each key that may read it (client-server API, "Secret storage").
package struct StoredSecret: Hashable, Sendable {
    /// The encrypted values by the identifiers of the keys.
    private var sealed: [String: JSONValue]

    package init(content: JSONValue) throws(CryptoError) {
        guard let sealed = content["encrypted"]?.object else { throw .missingMember("encrypted") }
        self.sealed = sealed
    }

    /// - Parameters:
    ///   - secret: the secret as it is stored; a key is in Base64.
    ///   - keyID: the identifier of the secret storage key.
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
