import MatrixAPI
import MatrixClient
import MatrixCrypto
import Storage

/// Uploads the keys of this device (client-server API, "Uploading keys"). They are stored on disk first.
struct KeyUpload {
    static let algorithm = "signed_curve25519"

    let client: HomeserverClient
    let store: EncryptionStore
    let own: DeviceAddress
    let key: SealingKey

    /// - Parameters:
    ///   - count: the number of one-time keys on the server, if it was reported; it may be any value.
    ///   - needsFallback: whether the fallback key was used.
    func run(serverHas count: Int64?, needsFallback: Bool) async throws {
        let prepared = try await store.write { [key] tables -> (OlmAccount, isUploaded: Bool)? in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard var account = try keys.account(), let device = try tables.ownDevice() else { return nil }
            if device.isUploaded {
                let waiting = Int64(account.unpublishedOneTimeKeys.count)
                let all = EncryptionEndpoint.oneTimeKeys
                let missing = all - min(max(count ?? all, 0), all) - waiting
                let makesFallback = needsFallback && account.unpublishedFallbackKey == nil
                if missing > 0 { account.makeOneTimeKeys(Int(missing)) }
                if makesFallback { account.makeFallbackKey() }
                // The upload runs at each start, and usually there is nothing to write.
                if missing > 0 || makesFallback {
                    try keys.set(account, deviceID: device.deviceID, isUploaded: true)
                }
            }
            return (account, device.isUploaded)
        }
        guard let (account, isUploaded) = prepared else { return }
        let (oneTime, fallback) = (account.unpublishedOneTimeKeys, account.unpublishedFallbackKey)
        if isUploaded, oneTime.isEmpty, fallback == nil { return }
        // A plain `nil` would become the JSON value `null`.
        let deviceKeys: JSONValue? = if isUploaded { .none } else { try account.signedDeviceKeys(of: own) }
        _ = try await client.uploadKeys(
            deviceKeys: deviceKeys,
            oneTimeKeys: account.signedOneTimeKeys(of: own), fallbackKeys: account.signedFallbackKeys(of: own))
        let published = Set(oneTime.keys).union([fallback?.keyID].compactMap(\.self))
        try await store.write { [key] tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            guard var account = try keys.account(), let device = try tables.ownDevice() else { return }
            account.markAsPublished(published)
            try keys.set(account, deviceID: device.deviceID, isUploaded: true)
        }
    }
}
