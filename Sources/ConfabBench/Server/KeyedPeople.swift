import MatrixAPI
import MatrixClient
import MatrixCrypto

/// People on a server that is measured, each with devices that have keys.
struct KeyedPeople: Sendable {
    static let devicesEach = 2

    let people: [KeyedPerson]

    init(_ people: [KeyedPerson]) {
        self.people = people
    }

    /// - Parameter keys: The number of keys of each device that can be claimed.
    init(count: Int, keys: Int) throws {
        people = try (0..<count).map { number in
            try KeyedPerson(
                "@keyed\(number):localhost", deviceIDs: (0..<Self.devicesEach).map { "DEVICE\(number)X\($0)" },
                keys: keys)
        }
    }

    var deviceCount: Int { people.reduce(0) { $0 + $1.devices.count } }

    /// The devices by user.
    var devices: [String: [String]] {
        Dictionary(uniqueKeysWithValues: people.map { ($0.userID, $0.devices.map(\.address.deviceID)) })
    }

    /// Returns all devices in groups of `count`.
    func devices(each count: Int) -> [[String: [String]]] {
        let all = people.flatMap(\.devices).map(\.address)
        return stride(from: 0, to: all.count, by: count).map { first in
            Dictionary(grouping: all[first..<min(all.count, first + count)], by: \.userID)
                .mapValues { $0.map(\.deviceID) }
        }
    }

    /// Creates their accounts on a server.
    func enter(_ server: MeasuredServer) async throws {
        // Registering takes our server half a second for each password, so the accounts are inserted directly.
        if let path = server.databasePath {
            try fill(path)
        } else {
            try await register(at: server)
        }
    }
}

/// A user whose devices have keys that they signed.
struct KeyedPerson: Sendable {
    let identity: OwnCrossSigning
    let devices: [KeyedDevice]

    var userID: String { identity.userID }

    /// - Parameter keys: The number of keys of each device that can be claimed.
    init(_ userID: String, deviceIDs: [String], keys: Int) throws(CryptoError) {
        let identity = OwnCrossSigning(userID: userID)
        self.identity = identity
        var devices: [KeyedDevice] = []
        for deviceID in deviceIDs {
            let address = DeviceAddress(userID: userID, deviceID: deviceID)
            devices.append(try KeyedDevice(address, of: identity, oneTimeKeys: keys))
        }
        self.devices = devices
    }

    /// Uploads the user's cross-signing keys.
    func uploadIdentity(by client: HomeserverClient) async throws {
        guard let device = devices.first else { return }
        let upload = try identity.upload(signedBy: device.account, of: device.address)
        let keys = SigningKeys(
            master: upload[CrossSigningUsage.master.uploadName],
            selfSigning: upload[CrossSigningUsage.selfSigning.uploadName],
            userSigning: upload[CrossSigningUsage.userSigning.uploadName])
        try await client.uploadSigningKeys(keys, userID: userID)
    }
}

/// A device with valid keys, so that others can encrypt for it. It decrypts nothing.
struct KeyedDevice: Sendable {
    static let algorithm = "signed_curve25519"

    let address: DeviceAddress
    let account: OlmAccount
    /// The keys, signed by the device and by its owner.
    let keys: DeviceKeys

    /// - Parameter count: The number of one-time keys that can be claimed.
    init(_ address: DeviceAddress, of owner: OwnCrossSigning, oneTimeKeys count: Int) throws(CryptoError) {
        var account = OlmAccount()
        account.makeOneTimeKeys(count)
        self.address = address
        self.account = account
        let own = try DeviceKeys(json: account.signedDeviceKeys(of: address), of: address)
        var upload = SignatureUpload()
        try owner.sign(own, into: &upload)
        keys = try DeviceKeys(json: own.json.signed(by: upload, at: address), of: address)
    }

    /// The keys by algorithm and identifier, as they are uploaded.
    var oneTimeKeys: [String: JSONValue] {
        get throws(CryptoError) { try account.signedOneTimeKeys(of: address).namedMembers }
    }

    func upload(by client: HomeserverClient) async throws {
        _ = try await client.uploadKeys(deviceKeys: keys.json, oneTimeKeys: .object(oneTimeKeys))
    }
}

extension JSONValue {
    /// Returns the keys with the owner's signature beside the device's own.
    fileprivate func signed(by upload: SignatureUpload, at address: DeviceAddress) -> JSONValue {
        let added = upload.body[address.userID]?[address.deviceID]?["signatures"]?[address.userID]
        var signatures = self["signatures"] ?? .emptyObject
        var own = signatures[address.userID] ?? .emptyObject
        for (name, signature) in added?.namedMembers ?? [:] { own[name] = signature }
        signatures[address.userID] = own
        var signed = self
        signed["signatures"] = signatures
        return signed
    }
}
