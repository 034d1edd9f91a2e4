import MatrixAPI
import MatrixCrypto
import Storage

/// How far devices are those of whom they are said to be, as it is known here, within a transaction or a snapshot.
struct TrustReader {
    let tables: EncryptionTables
    let ownUserID: String
    private let vouching = Vouching()

    init(tables: EncryptionTables, ownUserID: String) {
        self.tables = tables
        self.ownUserID = ownUserID
    }

    /// One's own identity where it stands for what it signed, read once however many people are looked at.
    private final class Vouching {
        var isRead = false
        var identity: PersonIdentity?
    }

    /// The keys that stand for a person, where there are any that can be right.
    func identity(_ kept: KeptIdentity) -> PersonIdentity? {
        guard let json = kept.keys.flatMap({ try? JSONValue(parsing: $0) }),
            let master = json[Self.master], let selfSigning = json[Self.selfSigning]
        else { return nil }
        return try? PersonIdentity(
            userID: kept.userID, master: master, selfSigning: selfSigning, userSigning: json[Self.userSigning])
    }

    /// What is known of a person, from which the trust in each of their devices follows.
    struct KnownPerson {
        let identity: PersonIdentity?
        let seenKey: String?
        let isVerified: Bool
        /// Whether it is the account's owner.
        let isOwn: Bool

        /// How far the device is theirs. Nobody answers in a chat for their own other identity: devices under one that this device has not
        /// taken over are not signed, as far as this device knows.
        ///
        /// - Parameter verifiedKey: of the device, where it was compared by itself, in Base64.
        func trust(in device: DeviceKeys, verifiedKey: String?) -> DeviceTrust {
            let trust = DeviceTrust.of(
                device, identity: identity, seenMasterKey: seenKey, isVerified: isVerified,
                verifiedKey: verifiedKey.flatMap { try? Ed25519PublicKey(base64: $0) })
            return isOwn && trust == .identityChanged ? .notSignedByOwner : trust
        }
    }

    func person(_ userID: String) throws -> KnownPerson {
        try person(tables.identity(of: userID))
    }

    func person(_ kept: KeptIdentity) throws -> KnownPerson {
        let identity = identity(kept)
        return KnownPerson(
            identity: identity, seenKey: kept.seenKey,
            isVerified: try identity.map { try isVerified($0, kept) } ?? false,
            isOwn: kept.userID.utf8.elementsEqual(ownUserID.utf8))
    }

    /// Whether we compared it, or another device of ours did and said so by our own identity.
    private func isVerified(_ identity: PersonIdentity, _ kept: KeptIdentity) throws -> Bool {
        if let verified = kept.verifiedKey, verified == identity.master.name { return true }
        guard kept.userID != ownUserID else { return false }
        return try vouchingIdentity()?.vouches(for: identity) ?? false
    }

    private func vouchingIdentity() throws -> PersonIdentity? {
        if !vouching.isRead {
            let own = try tables.identity(of: ownUserID)
            vouching.identity = identity(own).flatMap { $0.master.name == own.verifiedKey ? $0 : nil }
            vouching.isRead = true
        }
        return vouching.identity
    }

    /// Takes over what a server tells of somebody's identity. The first that is seen is taken for theirs.
    func keep(_ answer: KeyQueryAnswer, of userID: String) throws {
        var kept = try tables.identity(of: userID)
        let identity = try? PersonIdentity(answer, of: userID)
        guard identity != nil || kept.seenKey != nil else { return }
        kept.keys = identity.map { identity in
            var json: JSONValue = [Self.master: identity.master.json, Self.selfSigning: identity.selfSigning.json]
            json[Self.userSigning] = identity.userSigning?.json
            return json.serializedText
        }
        kept.masterKey = identity?.master.name
        kept.seenKey = kept.seenKey ?? identity?.master.name
        try tables.set(kept)
        vouching.isRead = false
    }

    private static let master = "master"
    private static let selfSigning = "self_signing"
    private static let userSigning = "user_signing"
}
