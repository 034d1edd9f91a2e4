/// The other side of a verification: the keys that it is compared by, as they were when the verification began. They don't change while it
/// lasts (client-server API, "Key and signature security").
package struct VerifyingPerson: Hashable, Sendable {
    package let userID: String
    package let masterKey: Ed25519PublicKey?
    /// By their identifiers.
    private(set) var devices: [String: Ed25519PublicKey]

    /// Refuses somebody with a device that is named as the master key is: whoever compares one of them would vouch for the other.
    ///
    /// - Parameters:
    ///   - devices: those that may answer, without this one.
    ///   - masterKey: as the server tells it.
    package init(
        userID: String, devices: [String: Ed25519PublicKey], masterKey: Ed25519PublicKey?
    ) throws(CryptoError) {
        if let masterKey, devices.keys.contains(masterKey.base64) { throw .ambiguousName }
        self.userID = userID
        self.devices = devices
        self.masterKey = masterKey
    }

    /// - Parameter own: this device, which is not asked.
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

    /// Nobody could answer.
    package var isWithoutDevices: Bool { devices.isEmpty }

    func has(_ deviceID: String) -> Bool { devices.keys.contains { $0.utf8.elementsEqual(deviceID.utf8) } }

    /// What a code of theirs may vouch for, in Base64 by the identifiers.
    func keys(of deviceID: String) -> [String: String] {
        var keys: [String: String] = [:]
        keys[SignedObject.algorithm + deviceID] = devices[deviceID]?.base64
        if let masterKey { keys[SignedObject.algorithm + masterKey.base64] = masterKey.base64 }
        return keys
    }
}
