import MatrixAPI

/// An event before it has a place and an identifier.
struct EventDraft: Sendable {
    let type: String
    var stateKey: String?
    let sender: String
    var content: JSONValue
    var deviceID: String?
    var transactionID: String?

    init(
        _ type: String, stateKey: String? = nil, sender: String, content: JSONValue, deviceID: String? = nil,
        transactionID: String? = nil
    ) {
        self.type = type
        self.stateKey = stateKey
        self.sender = sender
        self.content = content
        self.deviceID = deviceID
        self.transactionID = transactionID
    }
}
