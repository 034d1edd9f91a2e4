package import MatrixAPI

/// Client-server API, "Cross-signing".
extension HomeserverClient {
    /// Uploads the cross-signing keys of the account's owner. Most servers ask for no proof for the first keys, and
    /// for the same keys again.
    ///
    /// - Throws: ``MatrixClientError/proofNeeded(_:)`` and ``MatrixClientError/wrongPassword``, and the
    ///   errors of all requests.
    package func uploadSigningKeys(
        _ keys: SigningKeys, userID: String, proof: AccountProof = .nothing
    ) async throws(MatrixClientError) {
        let request = MatrixRequest(.post, "v3", "keys", "device_signing", "upload", body: keys.json)
        _ = try await perform(request, of: userID, proof)
    }

    /// Adds signatures to the keys of devices and to master keys.
    ///
    /// - Parameter signed: the keys by user, and by device or public key. They are the server's keys, with the new
    ///   signatures alone.
    /// - Returns: the refused signatures by the same names, with the errors. A malformed error becomes
    ///   the code `M_UNKNOWN`.
    package func uploadSignatures(
        _ signed: [String: [String: JSONValue]]
    ) async throws(MatrixClientError) -> [String: [String: MatrixError]] {
        let body = JSONValue.object(signed.mapValues { .object($0) })
        let request = MatrixRequest(.post, "v3", "keys", "signatures", "upload", body: body)
        return try await value(request) { json in
            guard let failures = json["failures"] else { return json.object.map { _ in [:] } }
            // A malformed entry could be a refused signature.
            guard let users = failures.object, users.values.allSatisfy({ $0.object != nil }) else { return nil }
            return users.mapValues { keys in
                (keys.object ?? [:]).mapValues { MatrixError(json: $0) ?? MatrixError(.unknown, "") }
            }
        }
    }
}
