import MatrixAPI
import MatrixCrypto
import Storage

/// Reads the known trust in devices and identities within a transaction or a snapshot.
struct TrustReader {
    let tables: EncryptionTables
    let ownUserID: String
    private let vouching = Vouching()

    init(tables: EncryptionTables, ownUserID: String) {
        self.tables = tables
        self.ownUserID = ownUserID
    }

    /// A cache of the account's identity, if it is trusted to sign others. It is read once for any number of people.
    private final class Vouching {
        var isRead = false
        var identity: PersonIdentity?
    }

    /// The cross-signing keys of a person, if they are well-formed.
    func identity(_ kept: StoredIdentity) -> PersonIdentity? {
        guard let json = kept.keys.flatMap({ try? JSONValue(parsing: $0) }),
            let master = json[Self.master], let selfSigning = json[Self.selfSigning]
        else { return nil }
        return try? PersonIdentity(
            userID: kept.userID, master: master, selfSigning: selfSigning, userSigning: json[Self.userSigning])
    }

    /// The known state of a person, which determines the trust in each of their devices.
    struct KnownPerson {
        let identity: PersonIdentity?
        let seenKey: String?
        let isVerified: Bool
        /// Whether it is the account itself.
        let isOwn: Bool

        /// The trust in a device. A chat never asks about a change of the account's own identity. Its devices
        /// under an identity that this device has not adopted count as unsigned.
        ///
        /// - Parameter verifiedKey: the key of the device that was verified directly, in Base64.
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

    func person(_ kept: StoredIdentity) throws -> KnownPerson {
        let identity = identity(kept)
        return KnownPerson(
            identity: identity, seenKey: kept.seenKey,
            isVerified: try identity.map { try isVerified($0, kept) } ?? false,
            isOwn: kept.userID.utf8.elementsEqual(ownUserID.utf8))
    }

    /// Whether this device verified the identity, or the account's trusted identity has signed it.
    private func isVerified(_ identity: PersonIdentity, _ kept: StoredIdentity) throws -> Bool {
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

    /// Stores the identity of a person that a server reports. The first one is trusted on first use.
    func store(_ answer: KeyQueryResponse, of userID: String) throws {
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
