import Crypto
import CryptoExtras
import Foundation

/// AES-256 in counter mode: files, secrets and exported keys. Encrypting twice decrypts.
struct CounterCipher {
    static let vectorLength = 16

    private let key: SymmetricKey
    private let nonce: AES._CTR.Nonce

    /// - Parameter vector: 16 bytes, the first counter block.
    init(key: SecretBytes, vector: [UInt8]) throws(CryptoError) {
        guard key.count == 32 else { throw .wrongKeyLength(key.count) }
        do {
            nonce = try AES._CTR.Nonce(nonceBytes: vector)
        } catch {
            throw .wrongVectorLength(vector.count)
        }
        // A shorter one would be taken as well, and mean something else.
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

    /// 16 random bytes with bit 63 zero, since implementations differ in how they count beyond it (client-server API, "Secret storage").
    static func randomVector() -> [UInt8] {
        var vector = SecretBytes(random: vectorLength).revealed
        vector[8] &= 0x7F
        return vector
    }
}
