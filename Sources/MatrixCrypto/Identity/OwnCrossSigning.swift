package import MatrixAPI

/// The secret halves of the account's own cross-signing keys (client-server API, "Cross-signing").
package struct OwnCrossSigning: Sendable {
    package let userID: String
    let master: Ed25519SecretKey
    let selfSigning: Ed25519SecretKey
    let userSigning: Ed25519SecretKey

    /// Creates new keys. People who knew the old keys see a changed identity from then on.
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

    /// Restores the keys from secret storage or another device. Throws if they don't belong to the identity on the
    /// server. The master key of that identity is authoritative.
    ///
    /// - Parameter secrets: the secrets in Base64, by usage.
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

    /// Throws unless a secret in Base64 belongs to a public key. This checks each secret as it arrives.
    package static func check(_ secret: SecretBytes, of publicKey: CrossSigningPublicKey) throws(CryptoError) {
        _ = try key(secret, of: publicKey)
    }

    /// Returns a secret in Base64, as secret storage and other devices receive it.
    package func secret(_ usage: CrossSigningUsage) -> SecretBytes { key(usage).secret.inBase64 }

    /// Returns the body of `keys/device_signing/upload`.
    ///
    /// - Parameter device: the device that signs the master key, so that people who verified only the device can
    ///   trust the key.
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

    /// Returns the identity that others derive from the upload.
    package func identity(_ upload: JSONValue) throws(CryptoError) -> PersonIdentity {
        let keys = CrossSigningUsage.allCases.map { upload[$0.uploadName] ?? .null }
        return try PersonIdentity(userID: userID, master: keys[0], selfSigning: keys[1], userSigning: keys[2])
    }

    /// Whether these are the secret halves of an identity. If they are not, the identity has replaced them.
    package func belongs(to identity: PersonIdentity) -> Bool {
        identity.userID.utf8.elementsEqual(userID.utf8) && identity.master.publicKey == master.publicKey
            && identity.selfSigning.publicKey == selfSigning.publicKey
            && identity.userSigning?.publicKey == userSigning.publicKey
    }

    /// Signs a device of the account after its verification.
    package func sign(_ device: DeviceKeys, into upload: inout SignatureUpload) throws(CryptoError) {
        guard device.address.userID.utf8.elementsEqual(userID.utf8) else { throw .otherPerson }
        try upload.add(
            device.json, of: userID, name: device.address.deviceID, signer: userID,
            signerName: selfSigning.publicKey.base64, key: selfSigning)
    }

    /// Returns the device's self-signed keys with the owner's signature added. This is for a server that doesn't have
    /// the owner's keys yet, and therefore accepts no separate signature by them.
    package func signed(deviceKeys: JSONValue) throws(CryptoError) -> JSONValue {
        var object = try SignedObject(deviceKeys)
        object.sign(as: userID, keyName: selfSigning.publicKey.base64, with: selfSigning)
        return object.json
    }

    /// Signs another person's master key after its verification.
    package func sign(_ person: PersonIdentity, into upload: inout SignatureUpload) throws(CryptoError) {
        guard !person.userID.utf8.elementsEqual(userID.utf8) else { throw .otherPerson }
        try upload.add(
            person.master.json, of: person.userID, name: person.master.name, signer: userID,
            signerName: userSigning.publicKey.base64, key: userSigning)
    }

    /// Signs an object with the master key, such as the data of a backup.
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

extension OwnCrossSigning {
    /// The serialized state without the user ID, to be encrypted and stored.
    package var state: SecretBytes {
        var writer = StateWriter(.crossSigning)
        for key in [master, selfSigning, userSigning] { writer.append(key.secret) }
        return writer.finish()
    }

    package init(state: SecretBytes, userID: String) throws(CryptoError) {
        var reader = try StateReader(state, .crossSigning)
        let master = try Ed25519SecretKey(secret: reader.readSecret())
        let selfSigning = try Ed25519SecretKey(secret: reader.readSecret())
        let userSigning = try Ed25519SecretKey(secret: reader.readSecret())
        try reader.finish()
        self.init(userID: userID, master: master, selfSigning: selfSigning, userSigning: userSigning)
    }
}
