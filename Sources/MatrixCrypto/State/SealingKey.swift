import Crypto
import Foundation
import MatrixAPI

/// The key that encrypts the stored state of a device's keys, with AES-256-GCM. Without it, a stolen copy of the
/// state is useless.
package struct SealingKey: Sendable {
    private static let length = 32

    private let secret: SecretBytes

    /// Creates a new key.
    package init() {
        secret = SecretBytes(random: Self.length)
    }

    /// Restores a key that was stored as ``base64``.
    package init(base64: String) throws(CryptoError) {
        var bytes = try UnpaddedBase64.decode(base64)
        guard bytes.count == Self.length else { throw .wrongKeyLength(bytes.count) }
        secret = SecretBytes(taking: &bytes)
    }

    /// The unencrypted key, for the keyring or the file that stores it.
    package var base64: String { UnpaddedBase64.encode(secret.revealed) }

    /// - Parameter name: the kind and the owner of the state. Decryption with another name fails, so that one state
    ///   can't replace another.
    package func seal(_ state: SecretBytes, as name: String) -> [UInt8] {
        state.withBytes { state in
            do {
                let box = try AES.GCM.seal(state, using: secret.key, authenticating: Array(name.utf8))
                guard let bytes = box.combined else { preconditionFailure("a nonce of the usual length is part of it") }
                return Array(bytes)
            } catch {
                preconditionFailure("a key of 32 bytes seals anything")
            }
        }
    }

    package func open(_ sealed: some Sequence<UInt8>, as name: String) throws(CryptoError) -> SecretBytes {
        do {
            let box = try AES.GCM.SealedBox(combined: Array(sealed))
            var bytes = try AES.GCM.open(box, using: secret.key, authenticating: Array(name.utf8))
            defer { bytes.resetBytes(in: bytes.startIndex..<bytes.endIndex) }
            return bytes.withUnsafeBytes { SecretBytes(copying: $0) }
        } catch {
            throw .wrongCode
        }
    }
}
