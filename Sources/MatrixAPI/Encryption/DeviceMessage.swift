/// A message from a device to this one only (client-server API, "Send-to-Device messaging").
package struct DeviceMessage: Hashable, Sendable {
    /// The sender, as reported by the server.
    package let sender: String
    package let type: String
    package let content: JSONValue

    /// - Returns: `nil` if a part is missing.
    package init?(json: JSONValue) {
        guard let sender = json["sender"]?.identifier, let type = json["type"]?.identifier,
            let content = json["content"], content.object != nil, json[MatrixEvent.malformedType] == nil
        else { return nil }
        self.sender = sender
        self.type = type
        self.content = content
    }
}
