package import MatrixAPI

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
