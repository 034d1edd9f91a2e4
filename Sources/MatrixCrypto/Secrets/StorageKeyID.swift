package import MatrixAPI

/// The identifier of a secret storage key (client-server API, "Key storage").
package struct StorageKeyID: Hashable, Sendable {
    /// The type of the account data that name the default key.
    package static let defaultType = "m.secret_storage.default_key"

    package let value: String

    /// Creates a new identifier.
    package init() {
        value = RandomText.make()
    }

    /// - Parameter content: the content of the account data ``defaultType``.
    package init(content: JSONValue) throws(CryptoError) {
        value = try content.textMember("key")
        guard !value.isEmpty, value.isSoundIdentifier else { throw .missingMember("key") }
    }

    /// The content of the account data ``defaultType``.
    package var content: JSONValue { ["key": .string(value)] }

    /// The type of the account data with the ``SecretStorageKey/description(name:passphrase:)``.
    package var type: String { "m.secret_storage.key." + value }
}
