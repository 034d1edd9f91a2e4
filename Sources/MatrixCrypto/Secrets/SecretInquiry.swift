/// A secret that this device asks the others of its owner for, until one of them tells it (client-server API, "Sharing").
package struct SecretInquiry: Hashable, Sendable {
    package let name: SecretName
    package let request: SecretRequest
    /// By their keys, since a server can give another device the name of one that was asked.
    package let asked: [DeviceAddress: Ed25519PublicKey]

    /// - Parameters:
    ///   - own: this device.
    ///   - devices: one's own, of which those that are verified are asked.
    package init(
        _ name: SecretName, by own: DeviceAddress, of devices: [(keys: DeviceKeys, trust: DeviceTrust)]
    ) {
        self.name = name
        request = SecretRequest(name, deviceID: own.deviceID, requestID: RandomText.make())
        let others = devices.filter {
            $0.trust.receivesSecrets && $0.keys.address.userID.utf8.elementsEqual(own.userID.utf8)
                && !$0.keys.address.isSame(as: own)
        }
        asked = Dictionary(others.map { ($0.keys.address, $0.keys.signingKey) }) { first, _ in first }
    }

    /// One of an earlier run.
    ///
    /// - Parameter asked: as ``asked`` was.
    package init(
        _ name: SecretName, by own: DeviceAddress, requestID: String, asked: [DeviceAddress: Ed25519PublicKey]
    ) {
        self.name = name
        request = SecretRequest(name, deviceID: own.deviceID, requestID: requestID)
        self.asked = asked
    }

    /// Where ``request`` goes.
    package var devices: [DeviceAddress] { devices(without: nil) }

    /// Where its cancellation goes once a device told the secret.
    package func devices(without teller: DeviceAddress?) -> [DeviceAddress] {
        asked.keys.filter { teller?.isSame(as: $0) != true }
            .sorted { $0.deviceID.utf8.lexicographicallyPrecedes($1.deviceID.utf8) }
    }

    /// What a device told, where it was asked for this and is verified still. Whether it is the secret, its public half says.
    ///
    /// - Parameters:
    ///   - sender: who encrypted it, by the key of the session.
    ///   - trust: of that device as it is now.
    /// - Returns: `nil` where it answers something else.
    package func secret(
        in answer: SharedSecret, from sender: DeviceKeys, trust: DeviceTrust
    ) throws(CryptoError) -> SecretBytes? {
        guard answer.requestID.utf8.elementsEqual(request.requestID.utf8) else { return nil }
        guard trust.receivesSecrets, asked[sender.address] == sender.signingKey else { throw .otherSender }
        return answer.secret
    }
}
