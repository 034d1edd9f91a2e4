package import MatrixAPI

/// A request for a secret to the other devices of the account, until one of them responds (client-server API,
/// "Sharing").
package struct SecretInquiry: Hashable, Sendable {
    package let name: SecretName
    package let request: SecretRequest
    /// The requested devices with their keys. A server can give another device the identifier of a requested one.
    package let asked: [DeviceAddress: Ed25519PublicKey]

    /// - Parameters:
    ///   - own: this device.
    ///   - devices: the account's devices; only the verified ones receive the request.
    package init(
        _ name: SecretName, by own: DeviceAddress, of devices: [(keys: DeviceKeys, trust: DeviceTrust)]
    ) {
        self.name = name
        request = SecretRequest(name, deviceID: own.deviceID, requestID: RandomText.make())
        let others = devices.filter {
            $0.trust.receivesSecrets && $0.keys.address.userID.utf8.elementsEqual(own.userID.utf8)
                && !$0.keys.address.isSame(as: own)
        }
        asked = Dictionary(others.map { ($0.keys.address, $0.keys.signingKey) }) { first, _ in first }
    }

    /// Restores a request of an earlier run.
    ///
    /// - Parameter asked: the stored value of ``asked``.
    package init(
        _ name: SecretName, by own: DeviceAddress, requestID: String, asked: [DeviceAddress: Ed25519PublicKey]
    ) {
        self.name = name
        request = SecretRequest(name, deviceID: own.deviceID, requestID: requestID)
        self.asked = asked
    }

    /// The recipients of ``request``.
    package var devices: [DeviceAddress] { devices(without: nil) }

    /// Returns the recipients of the cancellation, after a device sent the secret.
    package func devices(without teller: DeviceAddress?) -> [DeviceAddress] {
        asked.keys.filter { teller?.isSame(as: $0) != true }
            .sorted { $0.deviceID.utf8.lexicographicallyPrecedes($1.deviceID.utf8) }
    }

    /// Returns the secret in a response, if its sender received this request and is still verified. Callers have to
    /// check the secret against its public half.
    ///
    /// - Parameters:
    ///   - sender: the device that encrypted the response, by the key of the session.
    ///   - trust: the current trust in that device.
    /// - Returns: `nil` if it responds to another request.
    package func secret(
        in answer: SharedSecret, from sender: DeviceKeys, trust: DeviceTrust
    ) throws(CryptoError) -> SecretBytes? {
        guard answer.requestID.utf8.elementsEqual(request.requestID.utf8) else { return nil }
        guard trust.receivesSecrets, asked[sender.address] == sender.signingKey else { throw .otherSender }
        return answer.secret
    }
}

/// A request for a secret to the other devices of the account, or its cancellation: `m.secret.request` (client-server
/// API, "Sharing").
package struct SecretRequest: Hashable, Sendable {
    package static let type = "m.secret.request"

    /// The name of the requested secret; `nil` in a cancellation.
    package let name: String?
    /// The requesting device. This is sent unencrypted. Devices respond only to a device whose keys they know.
    package let deviceID: String
    package let requestID: String

    package init(_ name: SecretName, deviceID: String, requestID: String) {
        self.name = name.rawValue
        self.deviceID = deviceID
        self.requestID = requestID
    }

    private init(cancelling requestID: String, deviceID: String) {
        name = nil
        self.deviceID = deviceID
        self.requestID = requestID
    }

    package init(content: JSONValue) throws(CryptoError) {
        deviceID = try content.textMember("requesting_device_id")
        requestID = try content.textMember("request_id")
        switch try content.textMember("action") {
        case "request": name = try content.textMember("name")
        case "request_cancellation": name = nil
        default: throw .missingMember("action")
        }
    }

    /// The cancellation, sent to the devices that did not respond after one did.
    package var cancellation: SecretRequest { SecretRequest(cancelling: requestID, deviceID: deviceID) }

    package var content: JSONValue {
        var content: JSONValue = [
            "action": .string(name == nil ? "request_cancellation" : "request"),
            "requesting_device_id": .string(deviceID), "request_id": .string(requestID),
        ]
        content["name"] = name.map { .string($0) }
        return content
    }
}
