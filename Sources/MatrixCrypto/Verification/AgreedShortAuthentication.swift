/// The shared secret of a verification after the exchange of keys. It yields the short authentication string that two
/// people compare, and the codes that authenticate their keys.
package struct AgreedShortAuthentication: Sendable {
    private let secret: SecretBytes
    private let info: String
    private let transactionID: String
    private let codeForm: VerificationCodeForm

    init(secret: SecretBytes, info: String, transactionID: String, codeForm: VerificationCodeForm) {
        self.secret = secret
        self.info = info
        self.transactionID = transactionID
        self.codeForm = codeForm
    }

    /// Three numbers from 1000 to 9191 (client-server API, "SAS method: `decimal`").
    package var decimals: [Int] {
        let bits = bits(count: 5)
        return [27, 14, 1].map { Int(bits >> UInt64($0) & 0x1FFF) + 1000 }
    }

    /// Seven numbers from 0 to 63, each of an emoji (client-server API, "SAS method: `emoji`").
    package var emojiNumbers: [Int] {
        let bits = bits(count: 6)
        return (0..<7).map { Int(bits >> UInt64(42 - 6 * $0) & 63) }
    }

    package var emoji: [String] { emojiNumbers.map { VerificationEmoji.all[$0] } }

    /// Returns the code of a key, or with `KEY_IDS` that of the list of all sent keys (client-server API, "MAC
    /// calculation").
    ///
    /// - Parameters:
    ///   - text: the key in Base64, or the sorted identifiers with commas between them.
    ///   - keyID: `ed25519:` and the key's name, or `KEY_IDS`.
    ///   - sender: the owner of the key.
    package func code(
        of text: String, keyID: String, from sender: DeviceAddress, to receiver: DeviceAddress
    ) -> String {
        codeForm.text(of: codeBytes(of: text, keyID: keyID, from: sender, to: receiver))
    }

    /// Returns the codes of all keys that we confirm, and the code of their list: `mac` and `keys` of
    /// `m.key.verification.mac`.
    ///
    /// - Parameter keys: the keys in Base64 by their identifiers.
    package func codes(
        of keys: [String: String], from sender: DeviceAddress, to receiver: DeviceAddress
    ) -> (codes: [String: String], list: String) {
        var codes: [String: String] = [:]
        for (keyID, key) in keys { codes[keyID] = code(of: key, keyID: keyID, from: sender, to: receiver) }
        let list = AgreedShortAuthentication.list(of: keys.keys)
        return (codes, code(of: list, keyID: "KEY_IDS", from: sender, to: receiver))
    }

    /// Throws unless all codes of the other side are valid. Returns the known keys that it confirmed, and ignores
    /// unknown keys.
    ///
    /// - Parameters:
    ///   - codes: `mac` as received.
    ///   - list: `keys` as received.
    ///   - known: the sender's keys that we have, in Base64 by their identifiers.
    package func check(
        _ codes: [String: String], list: String, known: [String: String], from sender: DeviceAddress,
        to receiver: DeviceAddress
    ) throws(CryptoError) -> Set<String> {
        let names = AgreedShortAuthentication.list(of: codes.keys)
        try check(list, of: names, keyID: "KEY_IDS", from: sender, to: receiver)
        var vouched: Set<String> = []
        for (keyID, code) in codes {
            guard let key = known[keyID] else { continue }
            try check(code, of: key, keyID: keyID, from: sender, to: receiver)
            vouched.insert(keyID)
        }
        return vouched
    }

    private func check(
        _ code: String, of text: String, keyID: String, from sender: DeviceAddress, to receiver: DeviceAddress
    ) throws(CryptoError) {
        try codeForm.check(code, against: codeBytes(of: text, keyID: keyID, from: sender, to: receiver))
    }

    private func codeBytes(
        of text: String, keyID: String, from sender: DeviceAddress, to receiver: DeviceAddress
    ) -> [UInt8] {
        let parts = [
            "MATRIX_KEY_VERIFICATION_MAC", sender.userID, sender.deviceID, receiver.userID, receiver.deviceID,
            transactionID, keyID,
        ]
        let key = secret.derived(info: parts.joined().utf8, count: 32)
        return key.code(of: Array(text.utf8)).revealed
    }

    private static func list(of keyIDs: some Collection<String>) -> String {
        keyIDs.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ",")
    }

    /// Returns the first bytes as one number, the first byte highest.
    private func bits(count: Int) -> UInt64 {
        secret.derived(info: info.utf8, count: count).withBytes { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }
}
