package import MatrixAPI

/// Client-server API, "Key management API" and "Send-to-Device messaging".
///
/// `keys/changes` is not asked: a sync says in `device_lists` all that changed since its token, however long ago that was, and a client
/// without a token asks for the keys of all anew.
extension HomeserverClient {
    /// Tells the keys of this device.
    ///
    /// - Parameters:
    ///   - deviceKeys: signed; `nil` where the server has them.
    ///   - oneTimeKeys: each signed, by algorithm and identifier.
    ///   - fallbackKeys: in place of the one before.
    /// - Returns: how many one-time keys the server has then, by algorithm.
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

    /// The keys of all devices of people, and those by which they vouch for them.
    package func queryKeys(of userIDs: [String]) async throws(MatrixClientError) -> KeyQueryAnswer {
        let wanted = JSONValue.object(Dictionary(userIDs.map { ($0, []) }) { first, _ in first })
        var request = MatrixRequest(.post, "v3", "keys", "query", body: ["device_keys": wanted])
        request.repeatsSafely = true
        return try await value(request) { $0["device_keys"]?.object == nil ? nil : KeyQueryAnswer(json: $0) }
    }

    /// Takes one key of each device, which nobody else is given.
    ///
    /// - Parameters:
    ///   - algorithm: as in `signed_curve25519`.
    ///   - devices: by user.
    /// - Returns: the keys by user and device, without those of devices that have none.
    package func claimKeys(
        _ algorithm: String, of devices: [String: [String]]
    ) async throws(MatrixClientError) -> [String: [String: JSONValue]] {
        let wanted = devices.mapValues { devices in
            JSONValue.object(Dictionary(devices.map { ($0, .string(algorithm)) }) { first, _ in first })
        }
        var request = MatrixRequest(.post, "v3", "keys", "claim", body: ["one_time_keys": .object(wanted)])
        // The second time costs each device one more key.
        request.repeatsSafely = true
        let users = try await value(request) { json in
            json["one_time_keys"]?.object.map { _ in json["one_time_keys"]?.namedMembers ?? [:] }
        }
        return users.mapValues { devices in
            // Under each device stands its key by the key's name.
            devices.namedMembers.compactMapValues { keys in
                keys.namedMembers.first { $0.key.hasPrefix("\(algorithm):") }?.value
            }
        }
    }

    /// Sends to devices once for all requests with the same transaction identifier of this device.
    ///
    /// - Parameter messages: contents by user and device; the device `*` is all of the user's. Servers bound what they take at once: the
    ///   embedded one 1,000 devices and 512 kB, which are some hundred room keys.
    package func sendToDevices(
        type: String, transactionID: String, messages: [String: [String: JSONValue]]
    ) async throws(MatrixClientError) {
        let body: JSONValue = ["messages": .object(messages.mapValues { .object($0) })]
        // What is not an answer to this may not have come there.
        _ = try await value(MatrixRequest(.put, "v3", "sendToDevice", type, transactionID, body: body)) { $0.object }
    }
}
