import MatrixAPI
import MatrixCrypto
import Storage

/// Reads the known state of the account's identity within a transaction or a snapshot.
struct OwnIdentityReader {
    let keys: DeviceKeyTables
    let own: DeviceAddress

    private var tables: EncryptionTables { keys.tables }

    /// The identity as the server reports it, and whether this device trusts it.
    func identity() throws -> (identity: PersonIdentity, isVerified: Bool)? {
        let person = try TrustReader(tables: tables, ownUserID: own.userID).person(own.userID)
        return person.identity.map { ($0, person.isVerified) }
    }

    /// All devices of the account as the server reports them. This device is included if its reported keys are
    /// correct.
    func devices() throws -> [(keys: DeviceKeys, verifiedKey: String?)] {
        guard let account = try keys.account() else { return [] }
        return try tables.devices(of: own.userID).compactMap { kept in
            let address = DeviceAddress(userID: kept.userID, deviceID: kept.deviceID)
            guard let json = try? JSONValue(parsing: kept.keys), let device = try? DeviceKeys(json: json, of: address)
            else { return nil }
            guard address.isSame(as: own) else { return (device, kept.verifiedKey) }
            let isAsItIs =
                device.identityKey == account.identityKey.publicKey
                && device.signingKey == account.signingKey.publicKey
            return isAsItIs ? (device, device.signingKey.base64) : nil
        }
    }

    /// The other devices of the account with their trust.
    func others() throws -> [(keys: DeviceKeys, trust: DeviceTrust)] {
        let person = try TrustReader(tables: tables, ownUserID: own.userID).person(own.userID)
        return try devices().filter { !$0.keys.address.isSame(as: own) }.map { device, verifiedKey in
            (device, person.trust(in: device, verifiedKey: verifiedKey))
        }
    }

    func state(_ known: OwnTrust) throws -> OwnIdentityState {
        let kept = try tables.identity(of: own.userID)
        guard let (identity, isVerified) = try identity() else {
            guard known.isAsked else { return .unknown }
            let had = kept.seenKey != nil
            let isMissing = try !known.isUnreadable && (!had || keys.madeIdentity(of: own.userID) != nil)
            return isMissing ? .missing(demand: known.demand) : .unconfirmed(VerificationOptions(isReplaced: had))
        }
        let devices = try devices().map(\.keys)
        let isSigned = devices.contains { $0.address.isSame(as: own) && identity.vouches(for: $0) }
        let hasSecrets = try keys.crossSigning(of: identity) != nil
        if isVerified, isSigned { return .confirmed(hasSecrets: hasSecrets) }
        // The device is about to sign itself.
        if isVerified, hasSecrets, !known.refused.contains(own.deviceID) { return .unknown }
        let others = devices.filter { !$0.address.isSame(as: own) && identity.vouches(for: $0) }
        let isReplaced = [kept.seenKey, kept.verifiedKey].contains { $0 != nil && $0 != identity.master.name }
        return .unconfirmed(
            VerificationOptions(
                devices: others.map(\.address.deviceID), recovery: known.offer, isReplaced: isReplaced))
    }

    /// Returns the signatures that the server doesn't have yet. The private keys on this device sign verified devices
    /// and identities, and the device itself signs the master key.
    ///
    /// Verified keys are stored on disk, so that no signature is lost before the upload.
    func owedSignatures(without refused: Set<String>) throws -> SignatureUpload {
        var upload = SignatureUpload()
        guard let (identity, isVerified) = try identity(), isVerified, let account = try keys.account() else {
            return upload
        }
        let devices = try devices()
        // A signature would be ambiguous between the identity and a device of the same name.
        guard !identity.isMistakable(for: devices.map(\.keys.address.deviceID)) else { return upload }
        if let signing = try keys.crossSigning(of: identity) {
            for (device, verifiedKey) in devices
            where verifiedKey == device.signingKey.base64 && !identity.vouches(for: device)
                && !refused.contains(device.address.deviceID)
            {
                try signing.sign(device, into: &upload)
            }
            try sign(by: signing, of: identity, refused, into: &upload)
        }
        if let this = devices.first(where: { $0.keys.address.isSame(as: own) })?.keys, !identity.isSigned(by: this),
            !refused.contains(identity.master.name)
        {
            try upload.add(master: identity.master, signedBy: account, of: own)
        }
        return upload
    }

    private func sign(
        by signing: OwnCrossSigning, of identity: PersonIdentity, _ refused: Set<String>,
        into upload: inout SignatureUpload
    ) throws {
        let trust = TrustReader(tables: tables, ownUserID: own.userID)
        for userID in try tables.verifiedPeople() where !userID.utf8.elementsEqual(own.userID.utf8) {
            guard let person = try trust.identity(tables.identity(of: userID)), !identity.vouches(for: person),
                !refused.contains(person.master.name)
            else { continue }
            try signing.sign(person, into: &upload)
        }
    }
}
