import GRDB
import MatrixAPI

/// `keys/device_signing/upload` and `keys/signatures/upload` (client-server API, "Cross-signing").
enum CrossSigningEndpoint {
    @Sendable static func uploadKeys(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let keys = try CrossSigningUsage.allCases.compactMap { usage in
            try call.body[usage.uploadName].map { try CrossSigningKey($0, usage, of: user) }
        }
        let needsProof = try await call.read { try replaces(keys, of: user, $0) }
        // Without proof, anybody with a token could replace the account's identity. An account without keys has
        // none to replace.
        if needsProof { try await OwnerProof(call: call).check() }
        let areNew = try await call.commit { changes in
            // Other keys may have been uploaded in between.
            guard try needsProof || !replaces(keys, of: user, changes.database) else {
                throw EndpointError.invalid("Other keys were uploaded meanwhile")
            }
            return try store(keys, of: user, changes.database)
        }
        if areNew { try await call.server.wakePeers(of: user) }
        return .emptyObject
    }

    /// - Returns: Whether any key changed.
    private static func store(_ keys: [CrossSigningKey], of user: String, _ database: Database) throws -> Bool {
        let table = CrossSigningTable(database)
        let hasMaster = try table.key(.master, of: user) != nil
        guard hasMaster || keys.contains(where: { $0.usage == .master }) else {
            throw EndpointError.missing("master_key")
        }
        var changed: Set<CrossSigningUsage> = []
        for key in keys {
            // Signatures of keys and of devices are stored under their names only, so the names must not collide.
            guard try DevicesTable(database).identifiers(of: user, key.publicKey).isEmpty else {
                throw EndpointError.forbidden("Key ID in use")
            }
            if try table.put(key, of: user) { changed.insert(key.usage) }
        }
        // The server shows the user-signing key, which signs other people's keys, only to its owner.
        if changed == [.userSigning] {
            try KeyChangesTable(database).noteSignature(of: user, by: user)
        } else if !changed.isEmpty {
            try KeyChangesTable(database).noteDevices(of: user)
        }
        return !changed.isEmpty
    }

    private static func replaces(_ keys: [CrossSigningKey], of user: String, _ database: Database) throws -> Bool {
        let table = CrossSigningTable(database)
        guard try table.key(.master, of: user) != nil else { return false }
        // A repeated upload, after its response was lost, replaces nothing.
        return try keys.contains { try table.key($0.usage, of: user) != $0.json }
    }

    @Sendable static func uploadSignatures(_ call: Call) async throws -> JSONValue {
        let signer = try call.user
        let signatures = try UploadedSignature.all(in: call.body, by: signer)
        let most = call.server.configuration.limits.signatures
        let (failures, areOwn) = try await call.commit { changes in
            let kept = try store(signatures, by: signer, changes)
            guard try !CrossSigningTable(changes.database).has(moreSignaturesThan: most, by: signer) else {
                throw EndpointError.full("This account signed too many keys already")
            }
            return kept
        }
        if areOwn { try await call.server.wakePeers(of: signer) }
        return ["failures": .object(failures)]
    }

    /// - Returns: The signatures that are not stored, and whether any of the signer's own is new.
    private static func store(
        _ signatures: [UploadedSignature], by signer: String, _ changes: Changes
    ) throws -> (failures: [String: JSONValue], areOwn: Bool) {
        var failures: [String: [String: JSONValue]] = [:]
        var owners: Set<String> = []
        for signature in signatures {
            guard try storedObject(signature, by: signer, changes.database)?.unsigned == signature.signed else {
                failures[signature.owner, default: [:]][signature.target] =
                    MatrixError(.invalidSignature, "There is no such key to sign").json
                continue
            }
            if try CrossSigningTable(changes.database).put(signature, by: signer) { owners.insert(signature.owner) }
        }
        let table = KeyChangesTable(changes.database)
        for owner in owners where owner != signer { try table.noteSignature(of: owner, by: signer) }
        if owners.contains(signer) { try table.noteDevices(of: signer) }
        if !owners.isEmpty { changes.wake(signer) }
        return (failures.mapValues(JSONValue.object), owners.contains(signer))
    }

    /// Returns the stored object that a signature is for. A user may sign their devices, their master key, and
    /// other users' master keys.
    private static func storedObject(
        _ signature: UploadedSignature, by signer: String, _ database: Database
    ) throws -> JSONValue? {
        if let master = try CrossSigningTable(database).master(signature.target, of: signature.owner) { return master }
        guard signature.owner == signer else { return nil }
        return try DeviceKeysTable(database).key(signature.target, of: signer)
    }
}
