import Crypto

/// Encrypts a file that is too large to be held, piece by piece, with a key that nothing else is encrypted with.
package struct FileSealer: Sendable {
    private let key: SecretBytes
    private let vector: [UInt8]
    private var stream: CounterStream
    private var hash = SHA256()

    package init() {
        key = SecretBytes(random: 32)
        // The counter of 64 bits begins with zero, so that no file is long enough to make it overflow.
        vector = SecretBytes(random: 8).revealed + Array(repeating: 0, count: 8)
        do throws(CryptoError) {
            stream = try CounterStream(key: key, vector: vector)
        } catch {
            preconditionFailure("the key and the vector have their lengths")
        }
    }

    /// The next piece of the ciphertext, as long as the piece is.
    package mutating func seal(_ piece: [UInt8]) -> [UInt8] {
        let sealed = stream.apply(to: piece)
        hash.update(data: sealed)
        return sealed
    }

    /// What all pieces together are read by.
    package func finish() -> EncryptedFile {
        EncryptedFile(key: key, vector: vector, hash: Array(hash.finalize()))
    }
}
