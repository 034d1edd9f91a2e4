import MatrixAPI

/// The key for reading a Megolm session from one message on. It is signed when the session's owner shares it (Megolm,
/// "Session sharing format"), and unsigned when it is stored and forwarded (Megolm, "Session export format").
package struct MegolmSessionKey: Sendable {
    private static let sharedVersion: UInt8 = 2
    private static let exportedVersion: UInt8 = 1
    private static let exportedLength = 165

    let ratchet: MegolmRatchet
    let signingKey: Ed25519PublicKey

    init(ratchet: MegolmRatchet, signingKey: Ed25519PublicKey) {
        self.ratchet = ratchet
        self.signingKey = signingKey
    }

    /// The identifier of the session.
    package var sessionID: String { signingKey.base64 }

    /// The index of the first message that it can decrypt.
    package var firstIndex: UInt32 { ratchet.index }

    /// Parses the key that a session's owner shares: `session_key` of `m.room_key`.
    package init(shared base64: String) throws(CryptoError) {
        var bytes = try UnpaddedBase64.decode(base64)
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        try self.init(bytes, version: Self.sharedVersion, extra: Ed25519Signature.length)
        let signature = try Ed25519Signature(bytes: bytes[Self.exportedLength...])
        try signingKey.check(signature, of: Array(bytes[..<Self.exportedLength]))
    }

    /// Parses an exported key: `session_key` of `m.forwarded_room_key`, of backups and of exported files. It is only
    /// as trustworthy as its source.
    package init(exported base64: String) throws(CryptoError) {
        var bytes = try UnpaddedBase64.decode(base64)
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        try self.init(bytes, version: Self.exportedVersion, extra: 0)
    }

    private init(_ bytes: [UInt8], version: UInt8, extra: Int) throws(CryptoError) {
        guard let first = bytes.first else { throw .truncated }
        guard first == version else { throw .unknownVersion(first) }
        guard bytes.count >= Self.exportedLength + extra else { throw .truncated }
        guard bytes.count == Self.exportedLength + extra else { throw .trailingBytes }
        let index = bytes[1..<5].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let secret = bytes.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[5..<133])) }
        ratchet = MegolmRatchet(secret: secret, index: index)
        signingKey = try Ed25519PublicKey(bytes: bytes[133..<Self.exportedLength])
    }

    /// Returns the unencrypted signed key. It may be sent to others by Olm only.
    func shared(signedBy signingKey: Ed25519SecretKey) -> String {
        var bytes = bytes(version: Self.sharedVersion)
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        bytes += signingKey.sign(bytes).bytes
        return UnpaddedBase64.encode(bytes)
    }

    /// The unencrypted key, to be encrypted at once for another device, a backup or a file.
    package var exported: String {
        var bytes = bytes(version: Self.exportedVersion)
        defer { bytes.withUnsafeMutableBytes(SecretBytes.overwrite) }
        return UnpaddedBase64.encode(bytes)
    }

    /// Reserves space for a signature, because a reallocation would leave a copy that is not overwritten.
    private func bytes(version: UInt8) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.exportedLength + Ed25519Signature.length)
        bytes.append(version)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: ratchet.index >> (24 - 8 * UInt32($0))) }
        ratchet.secret.withBytes { bytes += $0 }
        bytes += signingKey.bytes
        return bytes
    }
}
