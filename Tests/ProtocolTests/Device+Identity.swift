import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import Engine
@testable import MatrixCrypto

extension Device {
    /// Runs the automatic tasks of this device until none is left.
    func tend() async throws {
        try await receive()
        await encryption?.tend()
    }

    /// Creates an identity and a backup, and returns the recovery key for both.
    func beginBackup() async throws -> String {
        try await tend()
        let text = try await makeRecoveryKey()
        try await tend()
        return text
    }

    /// Creates a recovery key that the user confirmed to have written down.
    func makeRecoveryKey() async throws -> String {
        let text = try await encryption?.makeRecovery()
        try await encryption?.activateRecoveryKey()
        return try #require(text)
    }

    /// Restores the backup, and decrypts the messages that it has keys for.
    func restore() async throws {
        await encryption?.restored()
        _ = try await encryption?.openArrived()
        try await tend()
    }

    /// Returns the secrets that are stored here.
    func secrets() async throws -> [SecretName] {
        guard let (_, key) = await encryption?.device() else { return [] }
        return try await database.encryption.readAside { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            return try SecretName.allCases.filter { try keys.secret($0) != nil }
        }
    }

    func identity() async -> OwnIdentityState? { await encryption?.ownIdentity() }

    /// Returns the keys that another device would verify by a comparison with this one.
    func compared(tellsMaster: Bool = true) async throws -> VerifiedKeys {
        let encryption = try #require(encryption)
        let (own, key) = try #require(await encryption.device())
        let account = try await database.encryption.readAside { try DeviceKeyTables(tables: $0, key: key).account() }
        return VerifiedKeys(
            device: own, signingKey: account?.signingKey.publicKey,
            masterKey: tellsMaster ? await encryption.ownMasterKey() : nil)
    }

    /// Verifies each device with the other, as after equal emoji.
    func compare(with other: Device) async throws {
        let (ours, theirs) = (try await compared(), try await other.compared())
        try await encryption?.confirm(theirs)
        try await other.encryption?.confirm(ours)
    }

    /// Requests secrets until the device has all that the other one shares. The other device determines the number
    /// of rounds.
    func takeSecrets(of other: Device) async throws {
        for _ in 0..<10 where try await secrets() != SecretName.allCases {
            try await tend()
            try await other.tend()
        }
        #expect(try await secrets() == SecretName.allCases)
    }

    /// Returns this device's trust in the other device.
    func trust(in other: Device) async throws -> DeviceTrust? {
        let (userID, deviceID) = (other.person.userID, other.person.session.deviceID)
        let own = person.userID
        return try await database.encryption.readAside { tables in
            let person = try TrustReader(tables: tables, ownUserID: own).person(userID)
            let devices = try tables.devices(of: userID)
            guard let kept = devices.first(where: { $0.deviceID == deviceID }) else { return nil }
            let keys = try DeviceKeys(
                json: JSONValue(parsing: kept.keys), of: DeviceAddress(userID: userID, deviceID: deviceID))
            return person.trust(in: keys, verifiedKey: kept.verifiedKey)
        }
    }

    /// Returns another device of the same user, in the same chat.
    func another(on server: TestServer) async throws -> Device {
        let device = try Device(try await person.logInAgain(on: server), chatID: chatID, sealedWith: SealingKey())
        try await device.comeOnline()
        return device
    }

    /// Runs the body with ana's and bo's devices in an encrypted chat.
    static func withEncryption(
        _ body: @escaping @Sendable (_ ana: Device, _ bo: Device, TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let (ana, bo) = (try await Person.register("ana", on: server), try await Person.register("bo", on: server))
            let chatID = try await ana.makeEncryptedRoom(with: [bo])
            let devices = try [ana, bo].map { try Device($0, chatID: chatID, sealedWith: SealingKey()) }
            for device in devices { try await device.comeOnline() }
            try await body(devices[0], devices[1], server)
            for person in [ana, bo] { await person.client.shutdown() }
        }
    }
}
