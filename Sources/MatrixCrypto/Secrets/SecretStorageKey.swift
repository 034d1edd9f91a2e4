package import MatrixAPI

/// The key that encrypts secrets on the server (client-server API, "Secret storage",
/// `m.secret_storage.v1.aes-hmac-sha2`).
package struct SecretStorageKey: Sendable, Equatable {
    package static let algorithm = "m.secret_storage.v1.aes-hmac-sha2"

    /// The 32 bytes; ``RecoveryKey`` is their text form.
    package let secret: SecretBytes

    /// Creates a new key.
    package init() {
        secret = SecretBytes(random: 32)
    }

    package init(secret: SecretBytes) throws(CryptoError) {
        guard secret.count == 32 else { throw .wrongKeyLength(secret.count) }
        self.secret = secret
    }

    /// Returns the description of the key by which others can check theirs: the account data
    /// `m.secret_storage.key.<key>`.
    package func description(name: String? = nil, passphrase: Passphrase? = nil) throws(CryptoError) -> JSONValue {
        let vector = CounterCipher.randomVector()
        var json: JSONValue = [
            "algorithm": .string(Self.algorithm), "iv": .string(UnpaddedBase64.encode(vector)),
            "mac": .string(UnpaddedBase64.encode(try codeOfZeros(vector))),
        ]
        json["name"] = name.map { .string($0) }
        json["passphrase"] = passphrase?.json
        return json
    }

    /// Throws unless the key matches the description. A description without data to compare matches every key.
    package func check(_ description: JSONValue) throws(CryptoError) {
        guard let algorithm = description["algorithm"]?.string else { throw .missingMember("algorithm") }
        guard algorithm == Self.algorithm else { throw .unsupportedAlgorithm(algorithm) }
        guard description["iv"] != nil || description["mac"] != nil else { return }
        let code = try codeOfZeros(description.decodedMember("iv"))
        guard ConstantTime.areEqual(code, try description.decodedMember("mac")) else { throw .wrongSecretKey }
    }

    /// Returns the value under the key's identifier in the account data of a secret.
    ///
    /// - Parameter name: the type of the account data, such as `m.cross_signing.master`. Each name has its own key.
    package func seal(_ secret: SecretBytes, name: String) throws(CryptoError) -> JSONValue {
        let cipher = cipher(named: name)
        let vector = CounterCipher.randomVector()
        var plaintext = secret.revealed
        defer { plaintext.withUnsafeMutableBytes(SecretBytes.overwrite) }
        let ciphertext = try cipher.apply(to: plaintext, vector: vector)
        return [
            "iv": .string(UnpaddedBase64.encode(vector)), "ciphertext": .string(UnpaddedBase64.encode(ciphertext)),
            "mac": .string(UnpaddedBase64.encode(cipher.code(of: ciphertext))),
        ]
    }

    package func open(_ json: JSONValue, name: String) throws(CryptoError) -> SecretBytes {
        let cipher = cipher(named: name)
        let vector = try json.decodedMember("iv")
        let ciphertext = try json.decodedMember("ciphertext")
        guard cipher.hasCode(try json.decodedMember("mac"), of: ciphertext) else { throw .wrongCode }
        var plaintext = try cipher.apply(to: ciphertext, vector: vector)
        return SecretBytes(taking: &plaintext)
    }

    private func codeOfZeros(_ vector: [UInt8]) throws(CryptoError) -> [UInt8] {
        let cipher = cipher(named: "")
        return cipher.code(of: try cipher.apply(to: Array(repeating: 0, count: 32), vector: vector))
    }

    private func cipher(named name: String) -> CodedCounterCipher {
        CodedCounterCipher(keys: secret.derived(info: name.utf8, count: 64))
    }
}
