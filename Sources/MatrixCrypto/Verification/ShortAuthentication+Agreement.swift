import MatrixAPI

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
