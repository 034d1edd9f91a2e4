import MatrixAPI
import MatrixCrypto

/// Queued messages to devices that are sent in one request.
struct DeviceParcel: Sendable {
    let id: Int64
    let transactionID: String
    let type: String
    /// The contents by user and device.
    let messages: [String: [String: JSONValue]]
    /// The session whose key the messages share, if any.
    let sessionID: String?

    var addresses: [DeviceAddress] {
        messages.flatMap { userID, devices in devices.keys.map { DeviceAddress(userID: userID, deviceID: $0) } }
    }

    /// The messages split into two requests; empty if they are for a single device.
    var halves: [[DeviceAddress: JSONValue]] {
        let addresses = addresses
        guard addresses.count > 1 else { return [] }
        return addresses.batches(of: (addresses.count + 1) / 2).map { half in
            Dictionary(half.map { ($0, messages[$0.userID]?[$0.deviceID] ?? .null) }) { first, _ in first }
        }
    }
}
