import MatrixAPI

/// Messages to devices that are on disk and wait to go out in one request.
struct DeviceParcel: Sendable {
    let id: Int64
    let transactionID: String
    let type: String
    /// The contents by user and device.
    let messages: [String: [String: JSONValue]]
}
