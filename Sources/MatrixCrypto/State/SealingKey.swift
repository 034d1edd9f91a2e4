import Crypto
import Foundation

/// What the states of a device's keys are sealed with where they are kept: AES-256-GCM. Without it they are of no use to who finds them.
package struct SealingKey: Sendable {
    private static let length = 32

    private let secret: SecretBytes

    /// A new one.
    package init() {
        secret = SecretBytes(random: Self.length)
    }

    /// One that was kept as ``base64``.
    package init(base64: String) throws(CryptoError) {
        var bytes = try UnpaddedBase64.decode(base64)
        guard bytes.count == Self.length else { throw .wrongKeyLength(bytes.count) }
        secret = SecretBytes(taking: &bytes)
    }

    /// In the open, for the keyring or the file that keeps it.
    package var base64: String { UnpaddedBase64.encode(secret.revealed) }

    /// - Parameter name: of what it is, and of whom: opened under another name it is refused, so that nobody can put one thing in
    ///   place of another.
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
