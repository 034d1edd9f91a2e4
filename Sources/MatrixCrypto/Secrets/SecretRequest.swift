package import MatrixAPI

/// A device asks the others of its owner for a secret, or asks no longer: `m.secret.request` (client-server API, "Sharing").
package struct SecretRequest: Hashable, Sendable {
    package static let type = "m.secret.request"

    /// What is asked for, as it is named; `nil` where it is asked no longer.
    package let name: String?
    /// Who asks. It is said in the open: whoever answers, answers a device that it knows by its keys.
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

    /// What is sent to the devices that did not answer, once one did.
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
