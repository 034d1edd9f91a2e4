/// What another device of the account asks this one for, and has no answer to yet.
package struct DeviceRequest: Hashable, Sendable {
    package let deviceID: String
    package let requestID: String
    /// As in `m.secret.request`.
    package let type: String
    /// As JSON.
    package let content: String

    package init(deviceID: String, requestID: String, type: String, content: String) {
        self.deviceID = deviceID
        self.requestID = requestID
        self.type = type
        self.content = content
    }
}
