package import MatrixAPI

/// Which key of secret storage is meant (client-server API, "Key storage").
package struct StorageKeyID: Hashable, Sendable {
    /// The account data that name the key that counts where nothing else is said.
    package static let defaultType = "m.secret_storage.default_key"

    package let value: String

    /// A new one.
    package init() {
        value = RandomText.make()
    }

    /// - Parameter content: of the account data ``defaultType``.
    package init(content: JSONValue) throws(CryptoError) {
        value = try content.textMember("key")
        guard !value.isEmpty, value.isSoundIdentifier else { throw .missingMember("key") }
    }

    /// What the account data ``defaultType`` become.
    package var content: JSONValue { ["key": .string(value)] }

    /// The account data in which ``SecretStorageKey/description(name:passphrase:)`` stands.
    package var type: String { "m.secret_storage.key." + value }
}
