import Crypto

/// Encrypts a large file piece by piece, with a key that is used for nothing else.
package struct FileSealer: Sendable {
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

    /// Returns the next piece of the ciphertext, which has the same length.
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
