package import MatrixAPI

/// A JSON object with signatures in it (appendices, "Signing JSON"): device keys, one-time keys, cross-signing keys, backups.
package struct SignedObject: Sendable {
    static let algorithm = "ed25519:"

    /// With its signatures, and with what nobody signed under `unsigned`.
    package private(set) var json: JSONValue
    private let signedBytes: [UInt8]

    /// Refuses what is no object, and what canonical JSON can't say.
    package init(_ json: JSONValue) throws(CryptoError) {
        guard json.object != nil else { throw .malformedJSON }
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

    /// Adds a signature to those that are there.
    ///
    /// - Parameters:
    ///   - userID: who signs.
    ///   - keyName: the device, or for a key that signs keys its public half; behind `ed25519:`.
    package mutating func sign(as userID: String, keyName: String, with key: Ed25519SecretKey) {
        var signatures = json["signatures"] ?? .emptyObject
        var own = signatures[userID] ?? .emptyObject
        own[Self.algorithm + keyName] = .string(key.sign(signedBytes).base64)
        signatures[userID] = own
        json["signatures"] = signatures
    }

    /// Throws unless somebody signed it with a key.
    package func check(signedBy userID: String, keyName: String, with key: Ed25519PublicKey) throws(CryptoError) {
        guard let text = json["signatures"]?[userID]?[Self.algorithm + keyName]?.string else { throw .unsigned }
        try key.check(Ed25519Signature(base64: text), of: signedBytes)
    }
}
