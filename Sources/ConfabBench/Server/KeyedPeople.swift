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
