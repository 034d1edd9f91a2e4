import Foundation
import GRDB
import MatrixAPI
import MatrixClient

extension KeyedPeople {
    /// Puts the people into the database of the embedded server.
    func fill(_ path: String, keys: Int) throws {
        try DatabaseQueue(path: path).write { database in
            for (user, devices) in devices {
                try database.execute(
                    sql: "INSERT INTO accounts (user_id, created_at) VALUES (?, 0)", arguments: [user])
                for device in devices {
                    try database.execute(
                        sql: "INSERT INTO devices (user_id, device_id, token_hash, created_at) VALUES (?, ?, ?, 0)",
                        arguments: [user, device, Data((user + device).utf8)])
                    try database.execute(
                        sql: "INSERT INTO device_keys (user_id, device_id, keys) VALUES (?, ?, ?)",
                        arguments: [user, device, Self.deviceKeys(user, device).serializedText])
                    for number in 0..<keys {
                        try database.execute(
                            sql: """
                                INSERT INTO one_time_keys (user_id, device_id, algorithm, key_id, key)
                                VALUES (?, ?, ?, ?, ?)
                                """,
                            arguments: [
                                user, device, Self.algorithm, "A\(number)",
                                Self.oneTimeKey(user, device, number).serializedText,
                            ])
                    }
                }
            }
        }
    }

    /// Registers them, and logs in their devices.
    func register(keys: Int, at server: MeasuredServer) async throws {
        for (user, devices) in devices {
            let name = String(user.dropFirst().prefix { $0 != ":" })
            let client = HomeserverClient(homeserver: .url(server.address))
            _ = try await client.register(username: name, password: "a password of \(name)", deviceName: "bench")
            for device in devices {
                let session = try await client.login(
                    user: user, password: "a password of \(name)", deviceName: "bench", deviceID: device)
                try await Self.upload(keys, of: session, client)
            }
            await client.shutdown()
        }
    }

    static func upload(_ keys: Int, of device: Session, _ client: HomeserverClient) async throws {
        let named = (0..<keys).map { ("\(algorithm):A\($0)", oneTimeKey(device.userID, device.deviceID, $0)) }
        _ = try await client.uploadKeys(
            deviceKeys: deviceKeys(device.userID, device.deviceID),
            oneTimeKeys: .object(Dictionary(uniqueKeysWithValues: named)))
    }

    /// As long as keys are; servers don't look at what they are.
    private static func deviceKeys(_ user: String, _ device: String) -> JSONValue {
        [
            "user_id": .string(user), "device_id": .string(device),
            "algorithms": ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"],
            "keys": .object(["curve25519:\(device)": key(0), "ed25519:\(device)": key(1)]),
            "signatures": signatures(user, device),
        ]
    }

    private static func oneTimeKey(_ user: String, _ device: String, _ number: Int) -> JSONValue {
        ["key": key(number), "signatures": signatures(user, device)]
    }

    private static func signatures(_ user: String, _ device: String) -> JSONValue {
        .object([user: .object(["ed25519:\(device)": .string(String(repeating: "s", count: 86))])])
    }

    private static func key(_ number: Int) -> JSONValue {
        let digits = String(number)
        return .string(String(repeating: "k", count: 43 - digits.count) + digits)
    }
}
