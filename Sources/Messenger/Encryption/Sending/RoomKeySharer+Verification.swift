import MatrixCrypto
import Storage

/// Shares keys for verifications, which have to reach unknown devices too, since comparing emoji is what
/// identifies them.
extension RoomKeySharer {
    /// Shares the key of the session for verifications with all devices of all people who may read. This includes
    /// unsigned devices and those of an unaccepted identity (client-server API, "Key verification framework").
    func shareForVerification() async throws -> VerificationSession {
        let people = try await prepare().people
        let (devices, unknown) = try await sender.store.readAside { [own = sender.own] tables in
            let recipients = RoomKeyRecipients(tables: tables, own: own)
            let devices = try people.flatMap { try recipients.readingDevices(of: $0).map(\.0) }
            return (devices, try tables.withoutOlmSession(among: devices.map(\.identityKey.base64)))
        }
        let present = Set(devices.map(\.address))
        var one: VerificationSession
        if let known = await encryption.verificationSessions[chatID], known.serves(present, now: now) {
            one = known
        } else {
            one = VerificationSession(madeAt: now)
            let session = one.session
            try await sender.store.write { [self] tables in
                try keep(session, DeviceKeyTables(tables: tables, key: sender.key), isShareable: false)
            }
        }
        let missing = devices.filter { !one.told.contains($0.address) }
        if missing.isEmpty {
            try await sender.flush()
        } else {
            try await sender.begin(with: missing.filter { unknown.contains($0.identityKey.base64) }, now: now)
            let content = keyContent(of: one.session, isShareable: false)
            try await sender.send("m.room_key", content, of: one.session.sessionID, to: missing) { _, _ in }
            one.told.formUnion(missing.map(\.address))
        }
        return one
    }
}
