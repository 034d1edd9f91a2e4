import Crypto
package import MatrixAPI

/// The key of a backup of room keys (client-server API, `m.megolm_backup.v1.curve25519-aes-sha2`). The secret half
/// reads the backup, and the public half writes it.
package struct BackupKey: Sendable {
    package static let algorithm = "m.megolm_backup.v1.curve25519-aes-sha2"

    private let key: Curve25519SecretKey

    /// Creates a new key.
    package init() {
        key = Curve25519SecretKey()
    }

    /// - Parameter secret: the 32 bytes from secret storage, another device or ``RecoveryKey``.
    package init(secret: SecretBytes) throws(CryptoError) {
        key = try Curve25519SecretKey(secret: secret)
    }

    /// - Parameter text: the key in Base64, as it is stored and shared.
    package init(text: SecretBytes) throws(CryptoError) {
        try self.init(secret: text.fromBase64)
    }

    package var secret: SecretBytes { key.secret }

    /// The key in Base64, as secret storage and other devices receive it.
    package var text: SecretBytes { secret.inBase64 }

    /// The public key in the backup's `auth_data`.
    package var publicKey: Curve25519PublicKey { key.publicKey }

    package func open(_ sealed: SealedBackup) throws(CryptoError) -> [UInt8] {
        try sealed.open(agreed: key.agree(with: sealed.ephemeral))
    }
}

/// Decrypts a large file piece by piece, without loading it as a whole. The output is not authenticated before
/// ``finish()`` succeeds. Until then it must not be named, shown or opened.
package struct FileDecryptor: Sendable {
    private let expected: [UInt8]
    private var stream: CounterStream
    private var hash = SHA256()

    package init(_ file: EncryptedFile) throws(CryptoError) {
        expected = file.hash
        stream = try CounterStream(key: file.key, vector: file.vector)
    }

    /// Returns the next piece of the plaintext, which has the same length.
    package mutating func open(_ piece: [UInt8]) -> [UInt8] {
        hash.update(data: piece)
        return stream.apply(to: piece)
    }

    /// Throws ``CryptoError/wrongHash`` if the pieces are not the file that was sent.
    package func finish() throws(CryptoError) {
        guard ConstantTime.areEqual(Array(hash.finalize()), expected) else { throw .wrongHash }
    }
}

/// Encrypts a large file piece by piece, with a key that is used for nothing else.
package struct FileEncryptor: Sendable {
    private let key: SecretBytes
    private let vector: [UInt8]
    private var stream: CounterStream
    private var hash = SHA256()

    package init() {
        key = SecretBytes(random: 32)
        // The 64-bit counter begins at zero, so that no file is long enough to overflow it.
        vector = SecretBytes(random: 8).revealed + Array(repeating: 0, count: 8)
        do throws(CryptoError) {
            stream = try CounterStream(key: key, vector: vector)
        } catch {
            preconditionFailure("the key and the vector have their lengths")
        }
    }

    /// Returns the ciphertext of the next piece. It has the length of the piece.
    package mutating func seal(_ piece: [UInt8]) -> [UInt8] {
        let sealed = stream.apply(to: piece)
        hash.update(data: sealed)
        return sealed
    }

    /// Returns the keys for decrypting all pieces.
    package func finish() -> EncryptedFile {
        EncryptedFile(key: key, vector: vector, hash: Array(hash.finalize()))
    }
}

/// The text form of a secret key, for writing it down (appendices, "Cryptographic key representation").
package enum RecoveryKey {
    private static let prefix: [UInt8] = [0x8B, 0x01]
    private static let length = 32

    /// Returns the unencrypted key in groups of four characters, to be shown once.
    package static func text(of key: SecretBytes) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(prefix.count + key.count + 1)
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        bytes += prefix
        key.withBytes { bytes += $0 }
        bytes.append(bytes.reduce(0, ^))
        var text = ""
        for (index, character) in Base58.encode(bytes).enumerated() {
            if index > 0, index % 4 == 0 { text.append(" ") }
            text.append(character)
        }
        return text
    }

    /// Parses a key, and ignores white space.
    package static func key(from text: String) throws(CryptoError) -> SecretBytes {
        var bytes = try Base58.decode(
            text.filter { !$0.isWhitespace }, atMost: Base58.longest(prefix.count + length + 1))
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        guard bytes.starts(with: prefix) else { throw .unknownKeyPrefix }
        guard bytes.count == prefix.count + length + 1 else { throw .wrongKeyLength(bytes.count - prefix.count - 1) }
        guard bytes.reduce(0, ^) == 0 else { throw .wrongParity }
        var key = Array(bytes[prefix.count..<prefix.count + length])
        return SecretBytes(taking: &key)
    }
}

/// The secrets that a person's devices share and the server stores encrypted (client-server API, "Secrets"). The raw
/// value is also the type of the account data.
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

/// The response to a request for a secret, from another device of the account: `m.secret.send`, which is sent by Olm
/// only (client-server API, "Sharing").
///
/// Receivers have to check that the sender is a verified device of the account that received the request.
package struct SharedSecret: Sendable {
    package static let type = "m.secret.send"

    package let requestID: String
    /// The secret as it is stored; a key is in Base64.
    package let secret: SecretBytes

    package init(_ secret: SecretBytes, answering requestID: String) {
        self.requestID = requestID
        self.secret = secret
    }

    package init(content: JSONValue) throws(CryptoError) {
        requestID = try content.textMember("request_id")
        var text = Array(try content.textMember("secret").utf8)
        secret = SecretBytes(taking: &text)
    }

    /// The unencrypted content, to be encrypted at once.
    package var content: JSONValue {
        ["request_id": .string(requestID), "secret": .string(String(decoding: secret.revealed, as: UTF8.self))]
    }
}

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
