package import MatrixAPI

/// Client-server API, "Server-side key backups".
extension HomeserverClient {
    /// - Parameter version: `nil` for the current one.
    package func keyBackup(version: String? = nil) async throws(KeyBackupError) -> KeyBackup {
        let request =
            version.map { MatrixRequest(.get, "v3", "room_keys", "version", $0) }
            ?? MatrixRequest(.get, "v3", "room_keys", "version")
        return try await backup(request, KeyBackup.init(json:))
    }

    /// Creates a new backup, which becomes the current one.
    ///
    /// - Returns: its version.
    package func makeKeyBackup(algorithm: String, authData: JSONValue) async throws(KeyBackupError) -> String {
        let body: JSONValue = ["algorithm": .string(algorithm), "auth_data": authData]
        return try await backup(MatrixRequest(.post, "v3", "room_keys", "version", body: body)) { json in
            json["version"]?.identifier.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// Updates a backup's data, for example with more signatures. The algorithm can't change.
    package func setKeyBackup(
        version: String, algorithm: String, authData: JSONValue
    ) async throws(KeyBackupError) {
        let body: JSONValue = [
            "version": .string(version), "algorithm": .string(algorithm), "auth_data": authData,
        ]
        _ = try await backup(MatrixRequest(.put, "v3", "room_keys", "version", version, body: body)) { $0 }
    }

    /// Deletes a backup with all its keys permanently.
    package func deleteKeyBackup(version: String) async throws(KeyBackupError) {
        _ = try await backup(MatrixRequest(.delete, "v3", "room_keys", "version", version)) { $0 }
    }

    func backup<Value: Sendable>(
        _ request: MatrixRequest, _ read: (JSONValue) -> Value?
    ) async throws(KeyBackupError) -> Value {
        do throws(MatrixClientError) {
            return try await value(request, read)
        } catch {
            throw KeyBackupError(error)
        }
    }
}

/// Client-server API, "Server-side key backups": their keys. Keys are identified by room and session, and malformed
/// ones are left out.
extension HomeserverClient {
    /// Returns the complete backup in one response of at most 128 MB, which is a hundred thousand keys.
    package func backedUpKeys(version: String) async throws(KeyBackupError) -> [String: [String: KeyBackupData]] {
        var request = MatrixRequest(.get, "v3", "room_keys", "keys", query: ["version": version])
        request.bodyLimit = 128 << 20
        return try await backup(request) { json in
            json["rooms"]?.object.map { _ in json["rooms"]?.namedMembers.mapValues(\.backedUpSessions) ?? [:] }
        }
    }

    package func backedUpKeys(
        version: String, roomID: String
    ) async throws(KeyBackupError) -> [String: KeyBackupData] {
        var request = MatrixRequest(.get, "v3", "room_keys", "keys", roomID, query: ["version": version])
        request.bodyLimit = 128 << 20
        return try await backup(request) { json in json["sessions"]?.object.map { _ in json.backedUpSessions } }
    }

    /// - Throws: ``KeyBackupError/missing`` also if the key is not in the backup.
    package func backedUpKey(
        version: String, roomID: String, sessionID: String
    ) async throws(KeyBackupError) -> KeyBackupData {
        try await backup(
            MatrixRequest(.get, "v3", "room_keys", "keys", roomID, sessionID, query: ["version": version]),
            KeyBackupData.init(json:))
    }

    /// Adds keys to the current backup. For an existing key, the server keeps the better one.
    ///
    /// - Parameters:
    ///   - keys: the keys by room and session. Servers limit the size of a request: the embedded one to 512 kB,
    ///     which are some hundred keys.
    ///   - version: the version that should be the current one.
    package func backUp(
        _ keys: [String: [String: KeyBackupData]], version: String
    ) async throws(KeyBackupError) -> KeyBackupState {
        let rooms = keys.mapValues(JSONValue.init(backedUpSessions:))
        return try await put(
            MatrixRequest(
                .put, "v3", "room_keys", "keys", query: ["version": version], body: ["rooms": .object(rooms)]))
    }

    package func backUp(
        _ keys: [String: KeyBackupData], roomID: String, version: String
    ) async throws(KeyBackupError) -> KeyBackupState {
        try await put(
            MatrixRequest(
                .put, "v3", "room_keys", "keys", roomID, query: ["version": version],
                body: JSONValue(backedUpSessions: keys)))
    }

    package func backUp(
        _ key: KeyBackupData, roomID: String, sessionID: String, version: String
    ) async throws(KeyBackupError) -> KeyBackupState {
        try await put(
            MatrixRequest(
                .put, "v3", "room_keys", "keys", roomID, sessionID, query: ["version": version], body: key.json))
    }

    private func put(_ request: MatrixRequest) async throws(KeyBackupError) -> KeyBackupState {
        try await backup(request) { json in
            let state = KeyBackupState(json: json)
            // A response without the backup's state may not come from the backup.
            return state.count == nil && state.etag == nil ? nil : state
        }
    }
}

extension JSONValue {
    fileprivate init(backedUpSessions keys: [String: KeyBackupData]) {
        self = ["sessions": .object(keys.mapValues(\.json))]
    }

    fileprivate var backedUpSessions: [String: KeyBackupData] {
        (self["sessions"]?.namedMembers ?? [:]).compactMapValues(KeyBackupData.init(json:))
    }
}
