import MatrixAPI
import MatrixClient

/// People on a server that is measured, each with devices that have keys, and somebody who writes to them.
struct KeyedPeople: Sendable {
    static let devicesEach = 2
    static let algorithm = "signed_curve25519"

    /// Who asks for the others' keys, and gets messages.
    let writer: Session
    /// Of the others, by user.
    let devices: [String: [String]]

    /// - Parameters:
    ///   - count: of the others.
    ///   - keys: that can be claimed of each device.
    static func make(_ count: Int, keys: Int, at server: MeasuredServer) async throws -> KeyedPeople {
        let client = HomeserverClient(homeserver: .url(server.address))
        let writer = try await client.register(
            username: "writer", password: "a password of writer", deviceName: "bench")
        // A server where nobody has keys has less to do for a sync.
        try await upload(1, of: writer, client)
        await client.shutdown()
        let people = KeyedPeople(
            writer: writer,
            devices: Dictionary(
                uniqueKeysWithValues: (0..<count).map { number in
                    ("@keyed\(number):localhost", (0..<devicesEach).map { "DEVICE\(number)X\($0)" })
                }))
        // Each password takes ours half a second, as it has to.
        if let path = server.databasePath {
            try people.fill(path, keys: keys)
        } else {
            try await people.register(keys: keys, at: server)
        }
        return people
    }

    /// All devices, as many at a time.
    func devices(each count: Int) -> [[String: [String]]] {
        let all = devices.sorted { $0.key < $1.key }.flatMap { user, devices in devices.map { (user, $0) } }
        return stride(from: 0, to: all.count, by: count).map { first in
            Dictionary(grouping: all[first..<min(all.count, first + count)], by: \.0).mapValues { $0.map(\.1) }
        }
    }
}
