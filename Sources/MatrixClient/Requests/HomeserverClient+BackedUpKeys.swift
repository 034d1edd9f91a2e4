package import MatrixAPI

/// Client-server API, "Server-side key backups": what is in one. Keys are named by their room and session; those that can't be read are
/// left out.
extension HomeserverClient {
    /// All that is in a backup, in one answer: 128 MB at most, which is a hundred thousand keys.
    package func backedUpKeys(version: String) async throws(KeyBackupProblem) -> [String: [String: KeyBackupData]] {
        var request = MatrixRequest(.get, "v3", "room_keys", "keys", query: ["version": version])
        request.bodyLimit = 128 << 20
        return try await backup(request) { json in
            json["rooms"]?.object.map { _ in json["rooms"]?.namedMembers.mapValues(\.backedUpSessions) ?? [:] }
        }
    }

    package func backedUpKeys(
        version: String, roomID: String
    ) async throws(KeyBackupProblem) -> [String: KeyBackupData] {
        var request = MatrixRequest(.get, "v3", "room_keys", "keys", roomID, query: ["version": version])
        request.bodyLimit = 128 << 20
        return try await backup(request) { json in json["sessions"]?.object.map { _ in json.backedUpSessions } }
    }

    /// - Throws: ``KeyBackupProblem/missing`` where the key is not in the backup, as well.
    package func backedUpKey(
        version: String, roomID: String, sessionID: String
    ) async throws(KeyBackupProblem) -> KeyBackupData {
        try await backup(
            MatrixRequest(.get, "v3", "room_keys", "keys", roomID, sessionID, query: ["version": version]),
            KeyBackupData.init(json:))
    }

    /// Puts keys into the current backup; of a key that is there already the server keeps the better one.
    ///
    /// - Parameters:
    ///   - keys: by room and session. Servers bound what they take at once: the embedded one 512 kB, which are some hundred keys.
    ///   - version: which is held to be the current one.
    package func backUp(
        _ keys: [String: [String: KeyBackupData]], version: String
    ) async throws(KeyBackupProblem) -> KeyBackupState {
        let rooms = keys.mapValues(JSONValue.init(backedUpSessions:))
        return try await put(
            MatrixRequest(
                .put, "v3", "room_keys", "keys", query: ["version": version], body: ["rooms": .object(rooms)]))
    }

    package func backUp(
        _ keys: [String: KeyBackupData], roomID: String, version: String
    ) async throws(KeyBackupProblem) -> KeyBackupState {
        try await put(
            MatrixRequest(
                .put, "v3", "room_keys", "keys", roomID, query: ["version": version],
                body: JSONValue(backedUpSessions: keys)))
    }

    package func backUp(
        _ key: KeyBackupData, roomID: String, sessionID: String, version: String
    ) async throws(KeyBackupProblem) -> KeyBackupState {
        try await put(
            MatrixRequest(
                .put, "v3", "room_keys", "keys", roomID, sessionID, query: ["version": version], body: key.json))
    }

    private func put(_ request: MatrixRequest) async throws(KeyBackupProblem) -> KeyBackupState {
        try await backup(request) { json in
            let state = KeyBackupState(json: json)
            // Who says nothing of the backup may not have put anything into it.
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
