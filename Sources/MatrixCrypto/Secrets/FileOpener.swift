import Crypto

/// Decrypts a file that is too large to be held, piece by piece. What it gives is nobody's word before ``finish()`` says so:
/// until then it may not get a name, be shown or be opened.
package struct FileOpener: Sendable {
    private let expected: [UInt8]
    private var stream: CounterStream
    private var hash = SHA256()

    package init(_ file: EncryptedFile) throws(CryptoError) {
        expected = file.hash
        stream = try CounterStream(key: file.key, vector: file.vector)
    }

    /// The next piece of the plaintext, as long as the piece is.
    package mutating func open(_ piece: [UInt8]) -> [UInt8] {
        hash.update(data: piece)
        return stream.apply(to: piece)
    }

    /// Throws ``CryptoError/wrongHash`` where the pieces are not the file that was sent.
    package func finish() throws(CryptoError) {
        guard ConstantTime.areEqual(Array(hash.finalize()), expected) else { throw .wrongHash }
    }
}
