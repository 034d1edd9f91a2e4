import MatrixAPI
import MatrixClient
import Storage
import TestSupport
import Testing

@testable import MatrixCrypto
@testable import Messenger

extension Device {
    /// What this device does by itself, until there is nothing left to do.
    func tend() async throws {
        try await receive()
        await encryption?.tend()
    }

    /// An identity, a backup, and the key that opens both.
    func beginBackup() async throws -> String {
        try await tend()
        let text = try await makeRecoveryKey()
        try await tend()
        return text
    }

    /// A recovery key that is written down.
    func makeRecoveryKey() async throws -> String {
        let text = try await encryption?.makeRecovery()
        try await encryption?.keepRecovery()
        return try #require(text)
    }

    /// Reads what is in the backup, and what that opens.
    func restore() async throws {
        await encryption?.restored()
        _ = try await encryption?.openArrived()
        try await tend()
    }

    /// The secrets that are here.
    func secrets() async throws -> [SecretName] {
        guard let (_, key) = await encryption?.device() else { return [] }
        return try await database.encryption.readAside { tables in
            let keys = DeviceKeyTables(tables: tables, key: key)
            return try SecretName.allCases.filter { try keys.secret($0) != nil }
        }
    }

    func identity() async -> OwnIdentityState? { await encryption?.ownIdentity() }

    /// What another device would find out by comparing with this one.
    func compared(tellsMaster: Bool = true) async throws -> VerifiedKeys {
        let encryption = try #require(encryption)
        let (own, key) = try #require(await encryption.device())
        let account = try await database.encryption.readAside { try DeviceKeyTables(tables: $0, key: key).account() }
        return VerifiedKeys(
            device: own, signingKey: account?.signingKey.publicKey,
            masterKey: tellsMaster ? await encryption.ownMasterKey() : nil)
    }

    /// Both find the same emoji.
    func compare(with other: Device) async throws {
        let (ours, theirs) = (try await compared(), try await other.compared())
        try await encryption?.confirm(theirs)
        try await other.encryption?.confirm(ours)
    }

    /// Asks until it has all that a device that knows it tells: how many turns that takes is theirs.
    func takeSecrets(of other: Device) async throws {
        for _ in 0..<10 where try await secrets() != SecretName.allCases {
            try await tend()
            try await other.tend()
        }
        #expect(try await secrets() == SecretName.allCases)
    }

    /// How far the other's device is theirs, as this one sees it.
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

    /// Another device of the same person, in the same chat.
    func another(on server: TestServer) async throws -> Device {
        let device = try Device(try await person.logInAgain(on: server), chatID: chatID, sealedWith: SealingKey())
        try await device.comeOnline()
        return device
    }

    /// Ana's and Bo's devices in an encrypted chat.
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
