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

/// Applies ``CounterCipher`` to data in pieces of any length. The output pieces together equal the output for the
/// whole data.
struct CounterStream {
    private static let blockLength: UInt64 = 16

    private let key: SecretBytes
    private let vector: [UInt8]
    private var offset: UInt64 = 0

    init(key: SecretBytes, vector: [UInt8]) throws(CryptoError) {
        _ = try CounterCipher(key: key, vector: vector)
        self.key = key
        self.vector = vector
    }

    mutating func apply(to piece: [UInt8]) -> [UInt8] {
        let begun = Int(offset % Self.blockLength)
        let padded = begun == 0 ? piece : Array(repeating: 0, count: begun) + piece
        do throws(CryptoError) {
            let whole = try CounterCipher(key: key, vector: counter).apply(to: padded)
            offset += UInt64(piece.count)
            return begun == 0 ? whole : Array(whole.dropFirst(begun))
        } catch {
            preconditionFailure("the key and the vector were taken before")
        }
    }

    /// The counter of the block in which the next piece begins. The vector is treated as one 128-bit number, as in
    /// other implementations, even if it doesn't end in zeros.
    private var counter: [UInt8] {
        var counter = vector
        var carry = offset / Self.blockLength
        for index in counter.indices.reversed() where carry > 0 {
            carry += UInt64(counter[index])
            counter[index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
        return counter
    }
}
