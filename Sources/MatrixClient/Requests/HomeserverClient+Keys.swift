package import MatrixAPI

/// Client-server API, "Key management API" and "Send-to-Device messaging".
///
/// `keys/changes` is not used: the `device_lists` of a sync contain all changes since its token, however old it is.
/// A client without a token requests all keys again.
extension HomeserverClient {
    /// Uploads the keys of this device.
    ///
    /// - Parameters:
    ///   - deviceKeys: the signed keys; `nil` if the server has them.
    ///   - oneTimeKeys: the signed keys, by algorithm and identifier.
    ///   - fallbackKeys: the keys that replace the previous ones.
    /// - Returns: the number of one-time keys on the server afterwards, by algorithm.
    package func uploadKeys(
        deviceKeys: JSONValue?, oneTimeKeys: JSONValue, fallbackKeys: JSONValue = .emptyObject
    ) async throws(MatrixClientError) -> [String: Int64] {
        var body: JSONValue = ["one_time_keys": oneTimeKeys, "fallback_keys": fallbackKeys]
        body["device_keys"] = deviceKeys
        var request = MatrixRequest(.post, "v3", "keys", "upload", body: body)
        request.repeatsSafely = true
        return try await value(request) {
            $0["one_time_key_counts"]?.namedMembers.compactMapValues(\.wholeNumber)
        }
    }

    /// Returns the keys of all devices of some users, and their cross-signing keys.
    package func queryKeys(of userIDs: [String]) async throws(MatrixClientError) -> KeyQueryResponse {
        let wanted = JSONValue.object(Dictionary(userIDs.map { ($0, []) }) { first, _ in first })
        var request = MatrixRequest(.post, "v3", "keys", "query", body: ["device_keys": wanted])
        request.repeatsSafely = true
        return try await value(request) { $0["device_keys"]?.isObject != true ? nil : KeyQueryResponse(json: $0) }
    }

    /// Claims a one-time key of each device, which the server gives to no other client.
    ///
    /// - Parameters:
    ///   - algorithm: the algorithm, as in `signed_curve25519`.
    ///   - devices: the devices by user.
    /// - Returns: the keys by user and device, without those of devices that have none.
    package func claimKeys(
        _ algorithm: String, of devices: [String: [String]]
    ) async throws(MatrixClientError) -> [String: [String: JSONValue]] {
        let wanted = devices.mapValues { devices in
            JSONValue.object(Dictionary(devices.map { ($0, .string(algorithm)) }) { first, _ in first })
        }
        var request = MatrixRequest(.post, "v3", "keys", "claim", body: ["one_time_keys": .object(wanted)])
        // A repeated request uses up another key of each device.
        request.repeatsSafely = true
        let users = try await value(request) { json in
            json["one_time_keys"]?.object.map { _ in json["one_time_keys"]?.namedMembers ?? [:] }
        }
        return users.mapValues { devices in
            // Each device has an object with one key, by the key's name.
            devices.namedMembers.compactMapValues { keys in
                keys.namedMembers.first { $0.key.hasPrefix("\(algorithm):") }?.value
            }
        }
    }

    /// Sends messages to devices. Repeated requests with the same transaction identifier of this device
    /// are delivered once.
    ///
    /// - Parameter messages: the contents by user and device. The device `*` means all devices of the user. Servers
    ///   limit a request: the embedded one to 1,000 devices and 512 kB, which are some hundred room keys.
    package func sendToDevices(
        type: String, transactionID: String, messages: [String: [String: JSONValue]]
    ) async throws(MatrixClientError) {
        let body: JSONValue = ["messages": .object(messages.mapValues { .object($0) })]
        // Without a valid response, the messages may not have arrived.
        _ = try await value(MatrixRequest(.put, "v3", "sendToDevice", type, transactionID, body: body)) { $0.object }
    }
}

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
            guard let users = failures.object, users.values.allSatisfy({ $0.isObject }) else { return nil }
            return users.mapValues { keys in
                (keys.object ?? [:]).mapValues { MatrixError(json: $0) ?? MatrixError(.unknown, "") }
            }
        }
    }
}
