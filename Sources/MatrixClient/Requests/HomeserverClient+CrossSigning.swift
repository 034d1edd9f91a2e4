package import MatrixAPI

/// Client-server API, "Cross-signing".
extension HomeserverClient {
    /// Tells the keys by which the account's owner vouches. Most servers ask for no proof for the first ones, and for the same once more.
    ///
    /// - Throws: ``MatrixClientError/proofNeeded(_:)`` and ``MatrixClientError/wrongPassword`` beside what all requests throw.
    package func uploadSigningKeys(
        _ keys: SigningKeys, userID: String, proof: AccountProof = .nothing
    ) async throws(MatrixClientError) {
        let request = MatrixRequest(.post, "v3", "keys", "device_signing", "upload", body: keys.json)
        _ = try await perform(request, of: userID, proof)
    }

    /// Adds signatures to the keys of devices and to master keys.
    ///
    /// - Parameter signed: by user, and by device or public key: the keys as the server has them, with the new signatures alone.
    /// - Returns: by the same names, what the server did not take and why; a failure that it can't say is among them, with the code
    ///   `M_UNKNOWN`.
    package func uploadSignatures(
        _ signed: [String: [String: JSONValue]]
    ) async throws(MatrixClientError) -> [String: [String: MatrixError]] {
        let body = JSONValue.object(signed.mapValues { .object($0) })
        let request = MatrixRequest(.post, "v3", "keys", "signatures", "upload", body: body)
        return try await value(request) { json in
            guard let failures = json["failures"] else { return json.object.map { _ in [:] } }
            // What can't be read here could be a signature that was not taken.
            guard let users = failures.object, users.values.allSatisfy({ $0.object != nil }) else { return nil }
            return users.mapValues { keys in
                (keys.object ?? [:]).mapValues { MatrixError(json: $0) ?? MatrixError(.unknown, "") }
            }
        }
    }
}
