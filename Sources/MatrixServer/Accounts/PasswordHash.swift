import Crypto
import CryptoExtras

/// A stored password: the scrypt key with its own salt and work factor (r 8, p 1).
struct PasswordHash: Sendable {
    let salt: [UInt8]
    let key: [UInt8]
    let workFactor: Int

    static func make(_ password: String, workFactor: Int) throws -> PasswordHash {
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        return PasswordHash(
            salt: salt, key: try derive(password, salt: salt, workFactor: workFactor), workFactor: workFactor)
    }

    func matches(_ password: String) throws -> Bool {
        let candidate = try PasswordHash.derive(password, salt: salt, workFactor: workFactor)
        guard candidate.count == key.count else { return false }
        // Every byte is compared, so that the time doesn't reveal the first different byte.
        return zip(candidate, key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: String, salt: [UInt8], workFactor: Int) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: 32, rounds: workFactor, blockSize: 8,
            parallelism: 1)
        return key.withUnsafeBytes { Array($0) }
    }
}
