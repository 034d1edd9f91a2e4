import Crypto

/// Decrypts a large file piece by piece, without loading it as a whole. The output is not authenticated before
/// ``finish()`` succeeds. Until then it must not be named, shown or opened.
package struct FileOpener: Sendable {
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
