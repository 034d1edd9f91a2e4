package import MatrixAPI

/// The cross-signing keys of a person (client-server API, "Cross-signing"). The master key is the person's identity
/// and signs the others. Until it is verified, it is unknown whether the master key belongs to that person.
package struct PersonIdentity: Hashable, Sendable {
    package let userID: String
    package let master: CrossSigningPublicKey
    package let selfSigning: CrossSigningPublicKey
    /// Present only for the account itself; the server doesn't reveal this key of others.
    package let userSigning: CrossSigningPublicKey?

    /// Throws if the master key did not sign one of the others.
    package init(
        userID: String, master: JSONValue, selfSigning: JSONValue, userSigning: JSONValue?
    ) throws(CryptoError) {
        self.userID = userID
        self.master = try CrossSigningPublicKey(json: master, usage: .master, of: userID)
        self.selfSigning = try CrossSigningPublicKey(json: selfSigning, usage: .selfSigning, of: userID)
        try self.selfSigning.check(signedBy: self.master)
        guard let userSigning else {
            self.userSigning = nil
            return
        }
        let key = try CrossSigningPublicKey(json: userSigning, usage: .userSigning, of: userID)
        try key.check(signedBy: self.master)
        self.userSigning = key
    }

    /// - Returns: `nil` if the person has no such keys or the server doesn't report them. ``DeviceTrust``
    ///   distinguishes both cases by the keys seen before.
    package init?(_ answer: KeyQueryResponse, of userID: String) throws(CryptoError) {
        guard let master = answer.masterKeys[userID] else { return nil }
        guard let selfSigning = answer.selfSigningKeys[userID] else {
            throw .missingMember(CrossSigningUsage.selfSigning.queryName)
        }
        try self.init(
            userID: userID, master: master, selfSigning: selfSigning, userSigning: answer.userSigningKeys[userID])
    }

    /// Whether the person signed this device of theirs.
    package func vouches(for device: DeviceKeys) -> Bool {
        guard device.address.userID.utf8.elementsEqual(userID.utf8) else { return false }
        return passes { () throws(CryptoError) in
            try SignedObject(device.json).check(
                signedBy: userID, keyName: selfSigning.name, with: selfSigning.publicKey)
        }
    }

    /// Whether this identity, which is the account's own, signed another person's master key. If so, one of the
    /// account's devices verified it.
    package func vouches(for other: PersonIdentity) -> Bool {
        guard let userSigning else { return false }
        return passes { () throws(CryptoError) in try other.master.check(signedBy: userSigning) }
    }

    /// Whether a device signed its owner's master key. This is meaningful only if the device is known to be the
    /// owner's.
    package func isSigned(by device: DeviceKeys) -> Bool {
        guard device.address.userID.utf8.elementsEqual(userID.utf8) else { return false }
        return passes { () throws(CryptoError) in try master.check(signedBy: device) }
    }

    /// Whether a device identifier equals the name of one of the keys, so that a signature or a code could refer to
    /// either. Such a person must not be verified (client-server API, "Key and signature security").
    package func isMistakable(for deviceIDs: some Sequence<String>) -> Bool {
        let names = Set([master, selfSigning, userSigning].compactMap { $0?.name })
        return deviceIDs.contains(where: names.contains)
    }

    /// Whether a check passes. A missing signature and an invalid one count the same.
    private func passes(_ check: () throws(CryptoError) -> Void) -> Bool {
        (try? check()) != nil
    }
}

/// The public half of a cross-signing key (client-server API, "Cross-signing").
package struct CrossSigningPublicKey: Hashable, Sendable {
    package let userID: String
    package let usage: CrossSigningUsage
    package let publicKey: Ed25519PublicKey
    /// The JSON with the signatures of all signers.
    package let json: JSONValue

    /// Throws if the key is of another person, has another usage, or is more than one key. Callers check the
    /// signatures that they need.
    package init(json: JSONValue, usage: CrossSigningUsage, of userID: String) throws(CryptoError) {
        guard try json.textMember("user_id").utf8.elementsEqual(userID.utf8) else { throw .otherPerson }
        guard let usages = json["usage"]?.array else { throw .missingMember("usage") }
        // A key with two usages would be accepted in place of either.
        guard usages == [.string(usage.rawValue)] else { throw .otherUsage }
        guard let keys = json["keys"]?.object else { throw .missingMember("keys") }
        guard keys.count == 1, let (name, value) = keys.first else { throw .otherKeyCount(keys.count) }
        guard let text = value.string else { throw .missingMember(name) }
        let key = try Ed25519PublicKey(base64: text)
        // Compares bytes, because the Base64 of other clients may have padding.
        let named = name.hasPrefix(SignedObject.algorithm) ? name.dropFirst(SignedObject.algorithm.count) : ""
        guard try UnpaddedBase64.decode(named) == key.bytes else { throw .otherKeyName }
        self.userID = userID
        self.usage = usage
        self.publicKey = key
        self.json = json
    }

    /// The key's name in signatures, in the place of a device identifier.
    package var name: String { publicKey.base64 }

    /// Throws unless another cross-signing key signed it.
    package func check(signedBy signer: CrossSigningPublicKey) throws(CryptoError) {
        try SignedObject(json).check(signedBy: signer.userID, keyName: signer.name, with: signer.publicKey)
    }

    /// Throws unless a device signed it. People's own devices sign their master key.
    package func check(signedBy device: DeviceKeys) throws(CryptoError) {
        try SignedObject(json).check(
            signedBy: device.address.userID, keyName: device.address.deviceID, with: device.signingKey)
    }
}
