package import MatrixAPI

/// The secret halves of the keys that stand for oneself (client-server API, "Cross-signing").
package struct OwnCrossSigning: Sendable {
    package let userID: String
    let master: Ed25519SecretKey
    let selfSigning: Ed25519SecretKey
    let userSigning: Ed25519SecretKey

    /// New keys: to everybody who knew the old ones the person is another from then on.
    package init(userID: String) {
        self.init(
            userID: userID, master: Ed25519SecretKey(), selfSigning: Ed25519SecretKey(), userSigning: Ed25519SecretKey()
        )
    }

    init(
        userID: String, master: Ed25519SecretKey, selfSigning: Ed25519SecretKey, userSigning: Ed25519SecretKey
    ) {
        self.userID = userID
        self.master = master
        self.selfSigning = selfSigning
        self.userSigning = userSigning
    }

    /// From secret storage or another device. Refuses those that don't belong to the identity as the server tells it, whose master
    /// key is the one that counts.
    ///
    /// - Parameter secrets: in Base64, by what they are for.
    package init(
        secrets: [CrossSigningUsage: SecretBytes], of identity: PersonIdentity
    ) throws(CryptoError) {
        let key = { (usage: CrossSigningUsage, publicKey: CrossSigningPublicKey?) throws(CryptoError) in
            guard let secret = secrets[usage], let publicKey else { throw .missingMember(usage.rawValue) }
            return try OwnCrossSigning.key(secret, of: publicKey)
        }
        self.init(
            userID: identity.userID, master: try key(.master, identity.master),
            selfSigning: try key(.selfSigning, identity.selfSigning),
            userSigning: try key(.userSigning, identity.userSigning))
    }

    /// Throws unless a secret in Base64 is the other half of a key. Each can be looked at as it comes.
    package static func check(_ secret: SecretBytes, of publicKey: CrossSigningPublicKey) throws(CryptoError) {
        _ = try key(secret, of: publicKey)
    }

    /// What secret storage and other devices get, in Base64.
    package func secret(_ usage: CrossSigningUsage) -> SecretBytes { key(usage).secret.inBase64 }

    /// What `keys/device_signing/upload` is told, and others are.
    ///
    /// - Parameter device: signs the master key, so that who verified the device alone knows whose it is.
    package func upload(
        signedBy account: OlmAccount, of device: DeviceAddress
    ) throws(CryptoError) -> JSONValue {
        var body = JSONValue.emptyObject
        for usage in CrossSigningUsage.allCases {
            var object = try SignedObject(json(usage))
            if usage == .master {
                object.sign(as: userID, keyName: device.deviceID, with: account.signingKey)
            } else {
                object.sign(as: userID, keyName: master.publicKey.base64, with: master)
            }
            body[usage.uploadName] = object.json
        }
        return body
    }

    /// As who others read what was uploaded.
    package func identity(_ upload: JSONValue) throws(CryptoError) -> PersonIdentity {
        let keys = CrossSigningUsage.allCases.map { upload[$0.uploadName] ?? .null }
        return try PersonIdentity(userID: userID, master: keys[0], selfSigning: keys[1], userSigning: keys[2])
    }

    /// Whether these are the secret halves of an identity. Those that are not, it has replaced.
    package func belongs(to identity: PersonIdentity) -> Bool {
        identity.userID.utf8.elementsEqual(userID.utf8) && identity.master.publicKey == master.publicKey
            && identity.selfSigning.publicKey == selfSigning.publicKey
            && identity.userSigning?.publicKey == userSigning.publicKey
    }

    /// Signs a device of one's own, after it was verified.
    package func sign(_ device: DeviceKeys, into upload: inout SignatureUpload) throws(CryptoError) {
        guard device.address.userID.utf8.elementsEqual(userID.utf8) else { throw .otherPerson }
        try upload.add(
            device.json, of: userID, name: device.address.deviceID, signer: userID,
            signerName: selfSigning.publicKey.base64, key: selfSigning)
    }

    /// The keys of a device as it signed them, with the owner's signature beside its own: for a server that knows nothing of the owner's
    /// keys yet, and takes no signature by them.
    package func signed(deviceKeys: JSONValue) throws(CryptoError) -> JSONValue {
        var object = try SignedObject(deviceKeys)
        object.sign(as: userID, keyName: selfSigning.publicKey.base64, with: selfSigning)
        return object.json
    }

    /// Signs another person's master key, after it was compared.
    package func sign(_ person: PersonIdentity, into upload: inout SignatureUpload) throws(CryptoError) {
        guard !person.userID.utf8.elementsEqual(userID.utf8) else { throw .otherPerson }
        try upload.add(
            person.master.json, of: person.userID, name: person.master.name, signer: userID,
            signerName: userSigning.publicKey.base64, key: userSigning)
    }

    /// Signs anything by the master key, such as what is told of a backup.
    func sign(_ object: inout SignedObject) {
        object.sign(as: userID, keyName: master.publicKey.base64, with: master)
    }

    private static func key(
        _ secret: SecretBytes, of publicKey: CrossSigningPublicKey
    ) throws(CryptoError) -> Ed25519SecretKey {
        let key = try Ed25519SecretKey(secret: secret.fromBase64)
        guard key.publicKey == publicKey.publicKey else { throw .wrongSecretKey }
        return key
    }

    private func key(_ usage: CrossSigningUsage) -> Ed25519SecretKey {
        switch usage {
        case .master: master
        case .selfSigning: selfSigning
        case .userSigning: userSigning
        }
    }

    private func json(_ usage: CrossSigningUsage) -> JSONValue {
        let name = key(usage).publicKey.base64
        return [
            "user_id": .string(userID), "usage": [.string(usage.rawValue)],
            "keys": .object([SignedObject.algorithm + name: .string(name)]),
        ]
    }
}
