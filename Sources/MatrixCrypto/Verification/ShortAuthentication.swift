import Crypto
package import MatrixAPI

/// Our half of a verification by emoji or numbers (client-server API, "Short Authentication String (SAS)
/// verification"). It uses `curve25519-hkdf-sha256`, `sha256` and `hkdf-hmac-sha256.v2`, or `hkdf-hmac-sha256` with
/// clients that support no other.
package struct ShortAuthentication: Sendable {
    package static let agreement = "curve25519-hkdf-sha256"
    package static let hash = "sha256"

    private let key: Curve25519SecretKey
    /// The agreed form of the codes.
    let codeForm: VerificationCodeForm

    /// Creates a key for this verification only.
    package init() {
        self.init(codeForm: .current)
    }

    init(codeForm: VerificationCodeForm) {
        key = Curve25519SecretKey()
        self.codeForm = codeForm
    }

    /// The key that we send in `m.key.verification.key`.
    package var publicKey: Curve25519PublicKey { key.publicKey }

    /// Returns the commitment that the accepting side sends before it sees the other's key. It keeps that side from
    /// choosing its key depending on the other's.
    ///
    /// - Parameter start: the content of the `m.key.verification.start` as received.
    package static func commitment(
        to publicKey: Curve25519PublicKey, start: JSONValue
    ) throws(CryptoError) -> String {
        let canonical: [UInt8]
        do {
            canonical = try start.canonicalBytes
        } catch {
            throw .malformedJSON
        }
        return UnpaddedBase64.encode(SHA256.hash(data: Array(publicKey.base64.utf8) + canonical))
    }

    /// Throws unless the key is the one to which the other side committed.
    package static func check(
        _ commitment: String, to publicKey: Curve25519PublicKey, start: JSONValue
    ) throws(CryptoError) {
        let ours = try self.commitment(to: publicKey, start: start)
        guard ConstantTime.areEqual(try UnpaddedBase64.decode(commitment), try UnpaddedBase64.decode(ours)) else {
            throw .wrongCommitment
        }
    }

    /// - Parameters:
    ///   - theirs: the key that the other side sent in `m.key.verification.key`.
    ///   - starter: the sender of `m.key.verification.start`.
    ///   - accepter: the sender of `m.key.verification.accept`.
    ///   - isStarter: whether we are the starter.
    ///   - transactionID: the identifier of the verification; in a room, that of its first event.
    package func agree(
        with theirs: Curve25519PublicKey, starter: DeviceAddress, accepter: DeviceAddress, isStarter: Bool,
        transactionID: String
    ) throws(CryptoError) -> AgreedShortAuthentication {
        // With a reflected key, the other side could take part without a secret key of its own.
        guard theirs != publicKey else { throw .reflectedKey }
        let keys = isStarter ? (publicKey, theirs) : (theirs, publicKey)
        let parts = [
            "MATRIX_KEY_VERIFICATION_SAS", starter.userID, starter.deviceID, keys.0.base64, accepter.userID,
            accepter.deviceID, keys.1.base64, transactionID,
        ]
        return AgreedShortAuthentication(
            secret: try key.agree(with: theirs), info: parts.joined(separator: "|"), transactionID: transactionID,
            codeForm: codeForm)
    }
}
