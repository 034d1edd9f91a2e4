import MatrixAPI
import MatrixCrypto

/// Messages to devices that are on disk and wait to go out in one request.
struct DeviceParcel: Sendable {
    let id: Int64
    let transactionID: String
    let type: String
    /// The contents by user and device.
    let messages: [String: [String: JSONValue]]
    /// Of the session whose key they give.
    let sessionID: String?

    var addresses: [DeviceAddress] {
        messages.flatMap { userID, devices in devices.keys.map { DeviceAddress(userID: userID, deviceID: $0) } }
    }

    /// What goes out in two requests instead; nothing where it is for a single device.
    var halves: [[DeviceAddress: JSONValue]] {
        let addresses = addresses
        guard addresses.count > 1 else { return [] }
        return addresses.batches(of: (addresses.count + 1) / 2).map { half in
            Dictionary(half.map { ($0, messages[$0.userID]?[$0.deviceID] ?? .null) }) { first, _ in first }
        }
    }
}
