package import MatrixAPI

/// Client-server API, "Device Management".
extension HomeserverClient {
    /// Returns the devices that are logged in to the account. Malformed entries are left out.
    package func devices() async throws(MatrixClientError) -> [AccountDevice] {
        try await value(MatrixRequest(.get, "v3", "devices")) { json in
            json["devices"]?.array?.compactMap(AccountDevice.init(json:))
        }
    }

    package func renameDevice(_ deviceID: String, to name: String) async throws(MatrixClientError) {
        let body: JSONValue = ["display_name": .string(name)]
        _ = try await perform(MatrixRequest(.put, "v3", "devices", deviceID, body: body))
    }

    /// Logs devices out. A device that is already gone is no error.
    ///
    /// - Throws: ``MatrixClientError/proofNeeded(_:)`` and ``MatrixClientError/wrongPassword``, and the
    ///   errors of all requests.
    package func deleteDevices(
        _ deviceIDs: [String], userID: String, proof: AccountProof = .nothing
    ) async throws(MatrixClientError) {
        let body: JSONValue = ["devices": .array(deviceIDs.map(JSONValue.string))]
        _ = try await perform(MatrixRequest(.post, "v3", "delete_devices", body: body), of: userID, proof)
    }
}
