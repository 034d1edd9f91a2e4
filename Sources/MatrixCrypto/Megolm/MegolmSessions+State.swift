extension MegolmOutboundSession {
    /// The serialized state, to be encrypted and stored.
    package var state: SecretBytes {
        var writer = StateWriter(.megolmOutboundSession)
        writer.append(signingKey.secret)
        writer.append(ratchet)
        return writer.finish()
    }

    package init(state: SecretBytes) throws(CryptoError) {
        var reader = try StateReader(state, .megolmOutboundSession)
        let signingKey = try Ed25519SecretKey(secret: reader.readSecret())
        let ratchet = try reader.readRatchet()
        try reader.finish()
        self.init(signingKey: signingKey, ratchet: ratchet)
    }
}

extension MegolmInboundSession {
    /// The serialized state, to be encrypted and stored. It leaves out the cached ratchet of the last message.
    package var state: SecretBytes {
        var writer = StateWriter(.megolmInboundSession)
        writer.append(signingKey.bytes)
        writer.append(first)
        return writer.finish()
    }

    package init(state: SecretBytes) throws(CryptoError) {
        var reader = try StateReader(state, .megolmInboundSession)
        let signingKey = try Ed25519PublicKey(bytes: reader.readBytes())
        let first = try reader.readRatchet()
        try reader.finish()
        self.init(signingKey: signingKey, first: first, latest: first)
    }
}

extension StateWriter {
    fileprivate mutating func append(_ ratchet: MegolmRatchet) {
        append(ratchet.index)
        append(ratchet.secret)
    }
}

extension StateReader {
    fileprivate mutating func readRatchet() throws(CryptoError) -> MegolmRatchet {
        let index = try readNumber(UInt32.self)
        return MegolmRatchet(secret: try readSecret(MegolmRatchet.length), index: index)
    }
}
