import Crypto
import Foundation
import GRDB
import MatrixAPI
import MatrixClient
import MatrixCrypto

extension KeyedPeople {
    /// Inserts the people into the database of the embedded server, but without their cross-signing keys. Their
    /// tokens are valid after its next start.
    func fill(_ path: String) throws {
        try DatabaseQueue(path: path).write { database in
            for person in people {
                try database.execute(
                    sql: "INSERT INTO accounts (user_id, created_at) VALUES (?, 0)", arguments: [person.userID])
                for device in person.devices { try Self.insert(device, into: database) }
            }
        }
    }

    private static func insert(_ device: KeyedDevice, into database: Database) throws {
        let (user, deviceID) = (device.address.userID, device.address.deviceID)
        let hash = Data(SHA256.hash(data: Data(token(of: device.address).utf8)))
        try database.execute(
            sql: "INSERT INTO devices (user_id, device_id, token_hash, created_at) VALUES (?, ?, ?, 0)",
            arguments: [user, deviceID, hash])
        try database.execute(
            sql: "INSERT INTO device_keys (user_id, device_id, keys) VALUES (?, ?, ?)",
            arguments: [user, deviceID, device.keys.json.serializedText])
        for (name, key) in try device.oneTimeKeys {
            try database.execute(
                sql: """
                    INSERT INTO one_time_keys (user_id, device_id, algorithm, key_id, key)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    user, deviceID, KeyedDevice.algorithm, String(name.dropFirst(KeyedDevice.algorithm.count + 1)),
                    key.serializedText,
                ])
        }
    }

    /// Returns the access token of an inserted device.
    private static func token(of device: DeviceAddress) -> String { "token of \(device.userID) \(device.deviceID)" }

    /// Registers the people, and logs in their devices.
    func register(at server: MeasuredServer) async throws {
        try await forEach { person in
            let client = HomeserverClient(homeserver: .url(server.address))
            let password = Self.password(of: person)
            _ = try await client.register(
                username: Self.localpart(of: person), password: password, deviceName: "bench")
            for device in person.devices {
                _ = try await client.login(
                    user: person.userID, password: password, deviceName: "bench", deviceID: device.address.deviceID)
                try await device.upload(by: client)
            }
            await client.shutdown()
        }
    }

    /// Lets the people join a room, after uploading their cross-signing keys.
    func join(_ roomID: String, at server: MeasuredServer) async throws {
        try await forEach { person in
            guard let device = person.devices.first?.address else { return }
            let isFilledIn = server.databasePath != nil
            let client = HomeserverClient(
                homeserver: .url(server.address), accessToken: isFilledIn ? Self.token(of: device) : nil)
            if !isFilledIn {
                _ = try await client.login(
                    user: person.userID, password: Self.password(of: person), deviceName: "bench",
                    deviceID: device.deviceID)
            }
            try await person.uploadIdentity(by: client)
            _ = try await client.join(roomIDOrAlias: roomID)
            await client.shutdown()
        }
    }

    /// Runs two at a time, since this and the server's own work use two cores.
    private func forEach(_ body: @escaping @Sendable (KeyedPerson) async throws -> Void) async throws {
        for first in stride(from: 0, to: people.count, by: 2) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for person in people[first..<min(people.count, first + 2)] { group.addTask { try await body(person) } }
                try await group.waitForAll()
            }
        }
    }

    private static func localpart(of person: KeyedPerson) -> String {
        String(person.userID.dropFirst().prefix { $0 != ":" })
    }

    private static func password(of person: KeyedPerson) -> String { "a password of \(localpart(of: person))" }
}
