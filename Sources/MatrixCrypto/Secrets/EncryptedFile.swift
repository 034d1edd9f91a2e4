import Crypto
import Foundation
package import MatrixAPI

/// The keys for decrypting a file that is encrypted on the server (client-server API, "Sending encrypted
/// attachments"): `EncryptedFile` without the address.
package struct EncryptedFile: Sendable {
    private static let version = "v2"
    private static let algorithm = "A256CTR"

    let key: SecretBytes
    let vector: [UInt8]
    let hash: [UInt8]

    init(key: SecretBytes, vector: [UInt8], hash: [UInt8]) {
        self.key = key
        self.vector = vector
        self.hash = hash
    }

    /// Encrypts with a key that is used for nothing else.
    package static func seal(_ bytes: [UInt8]) -> (file: EncryptedFile, ciphertext: [UInt8]) {
        var sealer = FileEncryptor()
        let ciphertext = sealer.seal(bytes)
        return (sealer.finish(), ciphertext)
    }

    /// Decrypts a file. Throws if its hash differs.
    package func open(_ ciphertext: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard ConstantTime.areEqual(Array(SHA256.hash(data: ciphertext)), hash) else { throw .wrongHash }
        return try CounterCipher(key: key, vector: vector).apply(to: ciphertext)
    }

    /// Parses the JSON from a message that was encrypted.
    package init(json: JSONValue) throws(CryptoError) {
        let version = try json.textMember("v")
        guard version == Self.version else { throw .unsupportedAlgorithm(version) }
        guard let webKey = json["key"] else { throw .missingMember("key") }
        let kind = try webKey.textMember("kty")
        guard kind == "oct" else { throw .unsupportedAlgorithm(kind) }
        let algorithm = try webKey.textMember("alg")
        guard algorithm == Self.algorithm else { throw .unsupportedAlgorithm(algorithm) }
        var bytes = try UnpaddedBase64.decodeURLSafe(webKey.textMember("k"))
        key = SecretBytes(taking: &bytes)
        guard key.count == 32 else { throw .wrongKeyLength(key.count) }
        vector = try json.decodedMember("iv")
        guard vector.count == CounterCipher.vectorLength else { throw .wrongVectorLength(vector.count) }
        guard let hashes = json["hashes"] else { throw .missingMember("hashes") }
        hash = try hashes.decodedMember("sha256")
    }

    /// Returns the key and the other fields as unencrypted JSON. The message that contains the JSON has to be
    /// encrypted.
    ///
    /// - Parameter address: the `mxc://…` address of the ciphertext.
    package func json(address: String) -> JSONValue {
        [
            "v": .string(Self.version), "url": .string(address), "iv": .string(UnpaddedBase64.encode(vector)),
            "hashes": ["sha256": .string(UnpaddedBase64.encode(hash))],
            "key": [
                "kty": "oct", "key_ops": ["encrypt", "decrypt"], "alg": .string(Self.algorithm), "ext": true,
                "k": .string(UnpaddedBase64.encodeURLSafe(key.revealed)),
            ],
        ]
    }
}
