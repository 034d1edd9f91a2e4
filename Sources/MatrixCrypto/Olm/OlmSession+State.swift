extension OlmSession {
    /// The serialized state, to be encrypted and stored.
    package var state: SecretBytes {
        var writer = StateWriter(.olmSession)
        for key in [keys.identityKey, keys.baseKey, keys.oneTimeKey, peerIdentityKey] { writer.append(key.bytes) }
        switch turn {
        case .ours(let root, let ratchetKey, let chain):
            writer.append(true)
            writer.append(root.secret)
            writer.append(ratchetKey.secret)
            OlmSession.write(chain, to: &writer)
        case .theirs(let root, let ratchetKey):
            writer.append(false)
            writer.append(root.secret)
            writer.append(ratchetKey.bytes)
        }
        writer.append(chains) { writer, chain in
            writer.append(chain.ratchetKey.bytes)
            OlmSession.write(chain.chainKey, to: &writer)
            writer.append(chain.skipped) { writer, key in
                writer.append(key.secret)
                writer.append(key.index)
            }
        }
        return writer.finish()
    }

    package init(state: SecretBytes) throws(CryptoError) {
        var reader = try StateReader(state, .olmSession)
        let keys = OlmSessionKeys(
            identityKey: try Curve25519PublicKey(bytes: reader.readBytes()),
            baseKey: try Curve25519PublicKey(bytes: reader.readBytes()),
            oneTimeKey: try Curve25519PublicKey(bytes: reader.readBytes()))
        let peerIdentityKey = try Curve25519PublicKey(bytes: reader.readBytes())
        let turn = try OlmSession.readTurn(&reader)
        let chains = try reader.readList(atMost: OlmSession.maxChains, length: 72) { reader throws(CryptoError) in
            try OlmSession.readChain(&reader)
        }
        try reader.finish()
        self.init(keys: keys, peerIdentityKey: peerIdentityKey, turn: turn, chains: chains)
    }

    private static func write(_ chain: ChainKey, to writer: inout StateWriter) {
        writer.append(chain.secret)
        writer.append(chain.index)
    }

    private static func readTurn(_ reader: inout StateReader) throws(CryptoError) -> Turn {
        let isOurs = try reader.readFlag()
        let root = RootKey(secret: try reader.readSecret())
        guard isOurs else {
            return .theirs(root: root, ratchetKey: try Curve25519PublicKey(bytes: reader.readBytes()))
        }
        let ratchetKey = try Curve25519SecretKey(secret: reader.readSecret())
        return .ours(root: root, ratchetKey: ratchetKey, chain: try readChainKey(&reader))
    }

    private static func readChain(_ reader: inout StateReader) throws(CryptoError) -> ReceivingChain {
        let ratchetKey = try Curve25519PublicKey(bytes: reader.readBytes())
        let chainKey = try readChainKey(&reader)
        let skipped = try reader.readList(atMost: ReceivingChain.maxSkipped, length: 36) {
            reader throws(CryptoError) in
            MessageKey(secret: try reader.readSecret(), index: try reader.readNumber(UInt32.self))
        }
        let indexes = skipped.map(\.index) + [chainKey.index]
        guard zip(indexes, indexes.dropFirst()).allSatisfy(<) else { throw .malformedState }
        return ReceivingChain(ratchetKey: ratchetKey, chainKey: chainKey, skipped: skipped)
    }

    private static func readChainKey(_ reader: inout StateReader) throws(CryptoError) -> ChainKey {
        ChainKey(secret: try reader.readSecret(), index: try reader.readNumber(UInt32.self))
    }
}
