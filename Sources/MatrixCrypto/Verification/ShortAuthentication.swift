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

/// The agreement before the exchange of keys: the contents of `m.key.verification.start` and
/// `m.key.verification.accept`.
extension ShortAuthentication {
    static func offer(from deviceID: String) -> JSONValue {
        [
            "from_device": .string(deviceID), "method": .string(VerificationMachine.method),
            "key_agreement_protocols": [.string(agreement)], "hashes": [.string(hash)],
            "message_authentication_codes": .array(VerificationCodeForm.allCases.map { .string($0.rawValue) }),
            "short_authentication_string": .array(ComparedString.Form.allCases.map { .string($0.rawValue) }),
        ]
    }

    /// Chooses from an offer. Throws if it has nothing that we support. The first form of the codes is chosen only if
    /// the other side supports no other.
    static func choice(
        offered content: JSONValue
    ) throws(VerificationCode) -> (forms: [ComparedString.Form], codeForm: VerificationCodeForm) {
        for (name, ours) in [("key_agreement_protocols", agreement), ("hashes", hash)] {
            guard let theirs = content[name]?.array else { throw .invalidMessage }
            guard theirs.contains(.string(ours)) else { throw .unknownMethod }
        }
        guard let theirs = content["message_authentication_codes"]?.array else { throw .invalidMessage }
        let known = VerificationCodeForm.allCases.first { theirs.contains(.string($0.rawValue)) }
        guard let known else { throw .unknownMethod }
        return (try forms(content), known)
    }

    /// - Parameter start: the offer as received.
    func acceptance(
        of start: JSONValue, forms: [ComparedString.Form]
    ) throws(CryptoError) -> JSONValue {
        [
            "method": .string(VerificationMachine.method), "key_agreement_protocol": .string(Self.agreement),
            "hash": .string(Self.hash), "message_authentication_code": .string(codeForm.rawValue),
            "short_authentication_string": .array(forms.map { .string($0.rawValue) }),
            "commitment": .string(try Self.commitment(to: publicKey, start: start)),
        ]
    }

    /// Throws if the other side chose something that we did not offer.
    static func choice(
        accepted content: JSONValue
    ) throws(VerificationCode) -> (forms: [ComparedString.Form], codeForm: VerificationCodeForm) {
        for (name, ours) in [("key_agreement_protocol", agreement), ("hash", hash)] {
            guard let theirs = content[name]?.string else { throw .invalidMessage }
            guard theirs == ours else { throw .unknownMethod }
        }
        guard let theirs = content["message_authentication_code"]?.string else { throw .invalidMessage }
        guard let known = VerificationCodeForm(rawValue: theirs) else { throw .unknownMethod }
        return (try forms(content), known)
    }

    private static func forms(_ content: JSONValue) throws(VerificationCode) -> [ComparedString.Form] {
        guard let names = content["short_authentication_string"]?.array else { throw .invalidMessage }
        let forms = ComparedString.Form.allCases.filter { names.contains(.string($0.rawValue)) }
        guard !forms.isEmpty else { throw .unknownMethod }
        return forms
    }
}
