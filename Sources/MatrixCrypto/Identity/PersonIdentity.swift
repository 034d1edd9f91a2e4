package import MatrixAPI

/// The keys that stand for a person (client-server API, "Cross-signing"): the master key is who somebody is, and the others are signed by
/// it. Whether the master key is that person's, nobody knows before it was compared.
package struct PersonIdentity: Hashable, Sendable {
    package let userID: String
    package let master: CrossSigningPublicKey
    package let selfSigning: CrossSigningPublicKey
    /// One's own alone: those of others are shown to nobody.
    package let userSigning: CrossSigningPublicKey?

    /// Refuses a key that the master key did not sign.
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

    /// - Returns: `nil` where the person has no such keys, or the server doesn't tell them: ``DeviceTrust`` knows the difference by what
    ///   was seen before.
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

    /// Whether this person, who is ourselves, signed another's master key: then one of our devices compared it.
    package func vouches(for other: PersonIdentity) -> Bool {
        guard let userSigning else { return false }
        return passes { () throws(CryptoError) in try other.master.check(signedBy: userSigning) }
    }

    /// Whether a device signed its owner's master key. It says something where the device is known to be theirs.
    package func isSigned(by device: DeviceKeys) -> Bool {
        guard device.address.userID.utf8.elementsEqual(userID.utf8) else { return false }
        return passes { () throws(CryptoError) in try master.check(signedBy: device) }
    }

    /// Whether one of these devices is named as one of the keys is, so that nobody can say which of both a signature or a code is of.
    /// Such a person is not to be verified (client-server API, "Key and signature security").
    package func isMistakable(for deviceIDs: some Sequence<String>) -> Bool {
        let names = Set([master, selfSigning, userSigning].compactMap { $0?.name })
        return deviceIDs.contains(where: names.contains)
    }

    /// What is missing or wrong counts alike: it is no signature of theirs.
    private func passes(_ check: () throws(CryptoError) -> Void) -> Bool {
        (try? check()) != nil
    }
}
