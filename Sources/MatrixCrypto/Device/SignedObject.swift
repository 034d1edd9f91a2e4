package import MatrixAPI

/// A JSON object with signatures (appendices, "Signing JSON"): device keys, one-time keys, cross-signing keys,
/// backups.
package struct SignedObject: Sendable {
    static let algorithm = "ed25519:"

    /// The JSON with its signatures, and with the unsigned data under `unsigned`.
    package private(set) var json: JSONValue
    private let signedBytes: [UInt8]

    /// Throws if the value is not an object, or can't be encoded as canonical JSON.
    package init(_ json: JSONValue) throws(CryptoError) {
        guard json.isObject else { throw .malformedJSON }
        var signed = json
        signed["signatures"] = nil
        signed["unsigned"] = nil
        do {
            signedBytes = try signed.canonicalBytes
        } catch {
            throw .malformedJSON
        }
        self.json = json
    }

    /// Adds a signature to the existing ones.
    ///
    /// - Parameters:
    ///   - userID: the signer.
    ///   - keyName: the part after `ed25519:`, which is the device identifier or, for a cross-signing key, its public
    ///     half.
    package mutating func sign(as userID: String, keyName: String, with key: Ed25519SecretKey) {
        var signatures = json["signatures"] ?? .emptyObject
        var own = signatures[userID] ?? .emptyObject
        own[Self.algorithm + keyName] = .string(key.sign(signedBytes).base64)
        signatures[userID] = own
        json["signatures"] = signatures
    }

    /// Throws unless the user signed it with this key.
    package func check(signedBy userID: String, keyName: String, with key: Ed25519PublicKey) throws(CryptoError) {
        guard let text = json["signatures"]?[userID]?[Self.algorithm + keyName]?.string else { throw .unsigned }
        try key.check(Ed25519Signature(base64: text), of: signedBytes)
    }
}
