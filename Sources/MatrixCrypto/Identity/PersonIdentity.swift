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
    package init?(_ answer: KeyQueryAnswer, of userID: String) throws(CryptoError) {
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

    /// Missing and invalid signatures are treated alike.
    private func passes(_ check: () throws(CryptoError) -> Void) -> Bool {
        (try? check()) != nil
    }
}
