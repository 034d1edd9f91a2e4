/// What a device sent to this one alone (client-server API, "Send-to-Device messaging").
package struct DeviceMessage: Hashable, Sendable {
    /// Whoever the server says it is from.
    package let sender: String
    package let type: String
    package let content: JSONValue

    /// - Returns: `nil` where a part is missing.
    package init?(json: JSONValue) {
        guard let sender = json["sender"]?.identifier, let type = json["type"]?.identifier,
            let content = json["content"], content.object != nil, json[MatrixEvent.malformedType] == nil
        else { return nil }
        self.sender = sender
        self.type = type
        self.content = content
    }
}
