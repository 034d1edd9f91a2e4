import Crypto
import CryptoExtras
import Foundation

/// AES-256 in counter mode, for files, secrets and exported keys. Encrypting twice decrypts.
struct CounterCipher {
    static let vectorLength = 16

    private let key: SymmetricKey
    private let nonce: AES._CTR.Nonce

    /// - Parameter vector: the first counter block, 16 bytes.
    init(key: SecretBytes, vector: [UInt8]) throws(CryptoError) {
        guard key.count == 32 else { throw .wrongKeyLength(key.count) }
        do {
            nonce = try AES._CTR.Nonce(nonceBytes: vector)
        } catch {
            throw .wrongVectorLength(vector.count)
        }
        // The nonce would accept a shorter vector with another meaning.
        guard vector.count == Self.vectorLength else { throw .wrongVectorLength(vector.count) }
        self.key = key.key
    }

    func apply(to bytes: some DataProtocol) -> [UInt8] {
        do {
            var result = try AES._CTR.encrypt(bytes, using: key, nonce: nonce)
            defer { result.resetBytes(in: result.startIndex..<result.endIndex) }
            return Array(result)
        } catch {
            preconditionFailure("a key of 32 bytes encrypts anything")
        }
    }

    /// Returns 16 random bytes with bit 63 set to zero, because implementations count differently beyond it
    /// (client-server API, "Secret storage").
    static func randomVector() -> [UInt8] {
        var vector = SecretBytes(random: vectorLength).revealed
        vector[8] &= 0x7F
        return vector
    }
}
