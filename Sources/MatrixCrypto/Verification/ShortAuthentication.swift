import Crypto
package import MatrixAPI

/// Our half of a verification by comparing emoji or numbers (client-server API, "Short Authentication String (SAS)
/// verification"), by `curve25519-hkdf-sha256`, `sha256` and `hkdf-hmac-sha256.v2`, or `hkdf-hmac-sha256` with clients that
/// know no other.
package struct ShortAuthentication: Sendable {
    package static let agreement = "curve25519-hkdf-sha256"
    package static let hash = "sha256"

    private let key: Curve25519SecretKey
    /// The form of the codes that both sides know.
    let codeForm: VerificationCodeForm

    /// With a key for this verification alone.
    package init() {
        self.init(codeForm: .current)
    }

    init(codeForm: VerificationCodeForm) {
        key = Curve25519SecretKey()
        self.codeForm = codeForm
    }

    /// What we send in `m.key.verification.key`.
    package var publicKey: Curve25519PublicKey { key.publicKey }

    /// What who accepts sends before seeing the other's key, so that it can't choose its own by that.
    ///
    /// - Parameter start: the content of the `m.key.verification.start` as it came.
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

    /// Throws unless the key is the one that the other side bound itself to.
    package static func check(
        _ commitment: String, to publicKey: Curve25519PublicKey, start: JSONValue
    ) throws(CryptoError) {
        let ours = try self.commitment(to: publicKey, start: start)
        guard ConstantTime.areEqual(try UnpaddedBase64.decode(commitment), try UnpaddedBase64.decode(ours)) else {
            throw .wrongCommitment
        }
    }

    /// - Parameters:
    ///   - theirs: what the other side sent in `m.key.verification.key`.
    ///   - starter: who sent `m.key.verification.start`.
    ///   - accepter: who sent `m.key.verification.accept`.
    ///   - isStarter: whether we are the starter.
    ///   - transactionID: of the verification; in a room the identifier of its first event.
    package func agree(
        with theirs: Curve25519PublicKey, starter: DeviceAddress, accepter: DeviceAddress, isStarter: Bool,
        transactionID: String
    ) throws(CryptoError) -> AgreedShortAuthentication {
        // One who sends our key back would agree with us on what nobody else has to know.
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
