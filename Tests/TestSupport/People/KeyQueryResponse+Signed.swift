package import MatrixAPI

extension KeyQueryResponse {
    /// Whether each of these users has devices, all signed by the user's identity. A device without that signature
    /// gets no keys of chats.
    package func hasSignedDevices(of userIDs: [String]) -> Bool {
        userIDs.allSatisfy { userID in
            guard let devices = deviceKeys[userID]?.values, !devices.isEmpty,
                let signing = selfSigningKeys[userID]?["keys"]?.object?.keys.first
            else { return false }
            return devices.allSatisfy { $0["signatures"]?[userID]?[signing] != nil }
        }
    }
}
