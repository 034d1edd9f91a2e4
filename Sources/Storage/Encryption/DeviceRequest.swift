/// A request of another device of the account that was not answered yet.
package struct DeviceRequest: Hashable, Sendable {
    package let deviceID: String
    package let requestID: String
    /// The type, such as `m.secret.request`.
    package let type: String
    /// The content as JSON.
    package let content: String

    package init(deviceID: String, requestID: String, type: String, content: String) {
        self.deviceID = deviceID
        self.requestID = requestID
        self.type = type
        self.content = content
    }
}
