/// The other side of a verification, with its keys at the time when the verification began. They don't change during
/// it (client-server API, "Key and signature security").
package struct VerifyingPerson: Hashable, Sendable {
    package let userID: String
    package let masterKey: Ed25519PublicKey?
    /// The device keys by device identifier.
    private(set) var devices: [String: Ed25519PublicKey]

    /// Throws if a device identifier equals the name of the master key. Verifying one of them would then confirm the
    /// other.
    ///
    /// - Parameters:
    ///   - devices: the devices that may respond, without this one.
    ///   - masterKey: the key that the server reports.
    package init(
        userID: String, devices: [String: Ed25519PublicKey], masterKey: Ed25519PublicKey?
    ) throws(CryptoError) {
        if let masterKey, devices.keys.contains(masterKey.base64) { throw .ambiguousName }
        self.userID = userID
        self.devices = devices
        self.masterKey = masterKey
    }

    /// - Parameter own: this device, which gets no request.
    package init(
        userID: String, devices: [DeviceKeys], identity: PersonIdentity?, without own: DeviceAddress
    ) throws(CryptoError) {
        let theirs = devices.filter {
            $0.address.userID.utf8.elementsEqual(userID.utf8) && !$0.address.isSame(as: own)
        }
        if let identity, identity.isMistakable(for: theirs.map(\.address.deviceID)) { throw .ambiguousName }
        try self.init(
            userID: userID,
            devices: Dictionary(theirs.map { ($0.address.deviceID, $0.signingKey) }) { first, _ in first },
            masterKey: identity?.master.publicKey)
    }

    /// Whether no device could respond.
    package var isWithoutDevices: Bool { devices.isEmpty }

    func has(_ deviceID: String) -> Bool { devices.keys.contains { $0.utf8.elementsEqual(deviceID.utf8) } }

    /// Returns the keys that a code of theirs may confirm, in Base64 by their identifiers.
    func keys(of deviceID: String) -> [String: String] {
        var keys: [String: String] = [:]
        keys[SignedObject.algorithm + deviceID] = devices[deviceID]?.base64
        if let masterKey { keys[SignedObject.algorithm + masterKey.base64] = masterKey.base64 }
        return keys
    }
}
