import Crypto
import CryptoExtras
import Foundation

/// The encryption of Olm, Megolm and backups (Olm, "Olm Authenticated Encryption"). It is AES-256-CBC with PKCS#7
/// padding, and HMAC-SHA-256 truncated to eight bytes. HKDF derives both keys and the initialization vector from one
/// secret.
struct MessageCipher {
    static let codeLength = 8
    private static let blockLength = 16

    private let key: SymmetricKey
    private let codeKey: SecretBytes
    private let vector: [UInt8]

    init(secret: SecretBytes, info: String) {
        let keys = secret.derived(info: info.utf8, count: 80)
        key = keys[0..<32].key
        codeKey = keys[32..<64]
        vector = keys[64..<80].revealed
    }

    func encrypt(_ plaintext: [UInt8]) -> [UInt8] {
        do {
            return Array(try AES._CBC.encrypt(plaintext, using: key, iv: AES._CBC.IV(ivBytes: vector)))
        } catch {
            preconditionFailure("a key of 32 bytes and a vector of 16 encrypt anything")
        }
    }

    /// Decrypts and checks the padding here, because swift-crypto accepts padding longer than a block.
    func decrypt(_ ciphertext: ArraySlice<UInt8>) throws(CryptoError) -> [UInt8] {
        guard !ciphertext.isEmpty, ciphertext.count % Self.blockLength == 0 else { throw .malformedCiphertext }
        var padded: Data
        do {
            padded = try AES._CBC.decrypt(ciphertext, using: key, iv: AES._CBC.IV(ivBytes: vector), noPadding: true)
        } catch {
            throw .malformedCiphertext
        }
        defer { padded.resetBytes(in: padded.startIndex..<padded.endIndex) }
        let count = padded.last ?? 0
        guard (1...UInt8(Self.blockLength)).contains(count), padded.suffix(Int(count)).allSatisfy({ $0 == count })
        else { throw .malformedPadding }
        return Array(padded.dropLast(Int(count)))
    }

    /// Returns the first eight bytes of the message authentication code.
    func code(of bytes: [UInt8]) -> [UInt8] {
        codeKey.code(of: bytes)[0..<Self.codeLength].revealed
    }

    func check(_ code: some Collection<UInt8>, of bytes: [UInt8]) throws(CryptoError) {
        guard ConstantTime.areEqual(self.code(of: bytes), code) else { throw .wrongCode }
    }
}
