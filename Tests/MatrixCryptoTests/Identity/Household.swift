import MatrixAPI

@testable import MatrixCrypto

/// A user with one device and a cross-signing identity.
struct Household {
    let account = OlmAccount()
    let address: DeviceAddress
    let own: OwnCrossSigning
    let upload: JSONValue
    let device: DeviceKeys

    init(_ userID: String, _ deviceID: String = "PHONE") throws {
        address = DeviceAddress(userID: userID, deviceID: deviceID)
        own = OwnCrossSigning(userID: userID)
        upload = try own.upload(signedBy: account, of: address)
        device = try DeviceKeys(json: account.signedDeviceKeys(of: address), of: address)
    }

    /// The identity as its owner reads it.
    var identity: PersonIdentity { get throws { try own.identity(upload) } }

    /// The identity as other users read it.
    var toldIdentity: PersonIdentity? {
        get throws { try PersonIdentity(KeyQueryResponse(json: told), of: address.userID) }
    }

    /// The response of `keys/query` to other users.
    var told: JSONValue {
        [
            "master_keys": .object([address.userID: upload["master_key"] ?? .null]),
            "self_signing_keys": .object([address.userID: upload["self_signing_key"] ?? .null]),
        ]
    }

    /// The device as the server has it after its owner signed it.
    var signedDevice: DeviceKeys {
        get throws {
            var signatures = SignatureUpload()
            try own.sign(device, into: &signatures)
            return try DeviceKeys(json: device.json.merged(signatures.body, of: address), of: address)
        }
    }
}

extension JSONValue {
    /// Returns a key merged with its uploaded signatures, as a server does.
    func merged(_ upload: JSONValue, of address: DeviceAddress) -> JSONValue {
        var json = self
        var all = json["signatures"] ?? .emptyObject
        for (signer, names) in upload[address.userID]?[address.deviceID]?["signatures"]?.object ?? [:] {
            var ofSigner = all[signer] ?? .emptyObject
            for (name, signature) in names.object ?? [:] { ofSigner[name] = signature }
            all[signer] = ofSigner
        }
        json["signatures"] = all
        return json
    }
}
