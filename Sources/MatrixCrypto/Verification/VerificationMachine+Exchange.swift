import MatrixAPI

/// Runs the exchange, from the start to the end (client-server API, "Short Authentication String (SAS)
/// verification").
extension VerificationMachine {
    /// The user accepts. The exchange begins at once, because there is only one method.
    mutating func accept() -> [VerificationMessage] {
        guard case .asked(isPossible: true, let start) = phase else { return [] }
        guard let start else {
            let ready: JSONValue = [
                "from_device": .string(own.address.deviceID), "methods": [.string(Self.method)],
            ]
            phase = .ready
            return [message(.ready, ready)] + begin()
        }
        do {
            return try accept(start)
        } catch {
            return cancel(error)
        }
    }

    mutating func begin() -> [VerificationMessage] {
        let start = message(.start, ShortAuthentication.offer(from: own.address.deviceID))
        deadline = end
        phase = .started(start.content)
        return [start]
    }

    mutating func accept(_ start: JSONValue) throws(VerificationCode) -> [VerificationMessage] {
        let (forms, codeForm) = try ShortAuthentication.choice(offered: start)
        let short = ShortAuthentication(codeForm: codeForm)
        let content = try convertingErrors { () throws(CryptoError) in try short.acceptance(of: start, forms: forms) }
        deadline = end
        phase = .accepted(short, forms)
        return [message(.accept, content)]
    }

    mutating func handleAcceptance(_ content: JSONValue) throws(VerificationCode) -> [VerificationMessage] {
        guard case .started(let start) = phase else { throw .unexpectedMessage }
        let (forms, codeForm) = try ShortAuthentication.choice(accepted: content)
        guard let commitment = content["commitment"]?.string else { throw .invalidMessage }
        let short = ShortAuthentication(codeForm: codeForm)
        phase = .keySent(short, forms, start: start, commitment: commitment)
        return [key(of: short)]
    }

    mutating func takeKey(_ content: JSONValue) throws(VerificationCode) -> [VerificationMessage] {
        guard let partner, let text = content["key"]?.string else { throw .invalidMessage }
        let key = try convertingErrors { () throws(CryptoError) in try Curve25519PublicKey(base64: text) }
        switch phase {
        case .accepted(let short, let forms):
            let agreed = try convertingErrors { () throws(CryptoError) in
                try short.agree(
                    with: key, starter: partner, accepter: own.address, isStarter: false, transactionID: transaction.id)
            }
            phase = .comparing(agreed, forms, theirs: nil)
            return [self.key(of: short)]
        case .keySent(let short, let forms, let start, let commitment):
            let agreed = try convertingErrors { () throws(CryptoError) in
                try ShortAuthentication.check(commitment, to: key, start: start)
                return try short.agree(
                    with: key, starter: own.address, accepter: partner, isStarter: true, transactionID: transaction.id)
            }
            phase = .comparing(agreed, forms, theirs: nil)
            return []
        case .requested, .asked, .ready, .started, .comparing, .confirmed, .finishing, .done, .cancelled:
            throw .unexpectedMessage
        }
    }

    /// The user confirms that the strings match.
    mutating func confirm() -> [VerificationMessage] {
        guard case .comparing(let agreed, _, let theirs) = phase, let partner else { return [] }
        let told = agreed.codes(of: own.keys, from: own.address, to: partner)
        let content: JSONValue = [
            "mac": .object(told.codes.mapValues { .string($0) }), "keys": .string(told.list),
        ]
        phase = .confirmed(agreed)
        return [message(.mac, content)] + (theirs.map { finish($0) } ?? [])
    }

    mutating func handleCodes(_ content: JSONValue) throws(VerificationCode) -> [VerificationMessage] {
        switch phase {
        case .comparing(let agreed, let forms, nil):
            phase = .comparing(agreed, forms, theirs: try keys(vouchedBy: content, agreed))
            return []
        case .confirmed(let agreed): return finish(try keys(vouchedBy: content, agreed))
        case .requested, .asked, .ready, .started, .accepted, .keySent, .comparing, .finishing, .done, .cancelled:
            throw .unexpectedMessage
        }
    }

    private mutating func finish(_ keys: VerifiedKeys) -> [VerificationMessage] {
        guard isRequested else {
            phase = .done(keys)
            return []
        }
        phase = .finishing(keys)
        return [message(.done)]
    }

    /// Checks the keys that the other side confirms against the known ones. Throws if it confirms no known key.
    private func keys(
        vouchedBy content: JSONValue, _ agreed: AgreedShortAuthentication
    ) throws(VerificationCode) -> VerifiedKeys {
        guard let partner, let codes = content["mac"]?.object, let list = content["keys"]?.string else {
            throw .invalidMessage
        }
        let texts = codes.compactMapValues(\.string)
        guard texts.count == codes.count else { throw .invalidMessage }
        let vouched = try convertingErrors { () throws(CryptoError) in
            try agreed.check(
                texts, list: list, known: other.keys(of: partner.deviceID), from: partner, to: own.address)
        }
        guard !vouched.isEmpty else { throw .keyMismatch }
        let isVouched = { (name: String) in vouched.contains(SignedObject.algorithm + name) }
        return VerifiedKeys(
            device: partner, signingKey: isVouched(partner.deviceID) ? other.devices[partner.deviceID] : nil,
            masterKey: other.masterKey.flatMap { isVouched($0.base64) ? $0 : nil })
    }

    /// Converts an error into the code that is sent to the other side.
    private func convertingErrors<Value>(_ body: () throws(CryptoError) -> Value) throws(VerificationCode) -> Value {
        do {
            return try body()
        } catch {
            throw VerificationCode(error)
        }
    }

    private func key(of short: ShortAuthentication) -> VerificationMessage {
        message(.key, ["key": .string(short.publicKey.base64)])
    }
}
