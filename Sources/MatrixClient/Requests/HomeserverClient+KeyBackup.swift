package import MatrixAPI

/// Client-server API, "Server-side key backups".
extension HomeserverClient {
    /// - Parameter version: `nil` for the current one.
    package func keyBackup(version: String? = nil) async throws(KeyBackupProblem) -> KeyBackup {
        let request =
            version.map { MatrixRequest(.get, "v3", "room_keys", "version", $0) }
            ?? MatrixRequest(.get, "v3", "room_keys", "version")
        return try await backup(request, KeyBackup.init(json:))
    }

    /// Creates a new backup, which becomes the current one.
    ///
    /// - Returns: its version.
    package func makeKeyBackup(algorithm: String, authData: JSONValue) async throws(KeyBackupProblem) -> String {
        let body: JSONValue = ["algorithm": .string(algorithm), "auth_data": authData]
        return try await backup(MatrixRequest(.post, "v3", "room_keys", "version", body: body)) { json in
            json["version"]?.identifier.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// Updates a backup's data, for example with more signatures. The algorithm can't change.
    package func setKeyBackup(
        version: String, algorithm: String, authData: JSONValue
    ) async throws(KeyBackupProblem) {
        let body: JSONValue = [
            "version": .string(version), "algorithm": .string(algorithm), "auth_data": authData,
        ]
        _ = try await backup(MatrixRequest(.put, "v3", "room_keys", "version", version, body: body)) { $0 }
    }

    /// Deletes a backup with all its keys permanently.
    package func deleteKeyBackup(version: String) async throws(KeyBackupProblem) {
        _ = try await backup(MatrixRequest(.delete, "v3", "room_keys", "version", version)) { $0 }
    }

    func backup<Value: Sendable>(
        _ request: MatrixRequest, _ read: (JSONValue) -> Value?
    ) async throws(KeyBackupProblem) -> Value {
        do throws(MatrixClientError) {
            return try await value(request, read)
        } catch {
            throw KeyBackupProblem(error)
        }
    }
}
