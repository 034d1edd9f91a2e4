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
