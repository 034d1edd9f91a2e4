import GRDB
import MatrixAPI

/// `keys/upload`, `keys/query`, `keys/claim` and `keys/changes` (client-server API, "Key management API").
enum KeysEndpoint {
    /// The maximum number of keys claimed in a request. The single writer claims all of them at once.
    private static let maxClaimed = 1_000
    /// The maximum number of users queried in a request. They are read in one go, one device after another.
    private static let maxQueried = 2_000

    @Sendable static func upload(_ call: Call) async throws -> JSONValue {
        let device = try call.account
        let uploaded = try UploadedKeys(call.body, of: device)
        let most = call.server.configuration.limits.oneTimeKeys
        let (counts, areOthers) = try await call.commit { changes in
            let areOthers = try store(uploaded, of: device, changes)
            let table = OneTimeKeysTable(changes.database)
            guard try uploaded.isWithoutKeysToGive || !table.has(moreThan: most, of: device) else {
                throw EndpointError.full("This device has too many one-time keys already")
            }
            return (try table.counts(of: device), areOthers)
        }
        if areOthers { try await call.server.wakePeers(of: device.userID) }
        return ["one_time_key_counts": .object(counts.mapValues { .integer($0) })]
    }

    /// - Returns: Whether the device's public keys changed.
    private static func store(_ uploaded: UploadedKeys, of device: Caller, _ changes: Changes) throws -> Bool {
        let noted = KeyChangesTable(changes.database)
        let devices = DeviceKeysTable(changes.database)
        let areOthers = try uploaded.deviceKeys.map { try devices.put($0, of: device) } ?? false
        if areOthers { try noted.noteDevices(of: device.userID) }
        let table = OneTimeKeysTable(changes.database)
        for (name, key) in uploaded.oneTimeKeys { try table.put(key, name, of: device) }
        for (name, key) in uploaded.fallbackKeys { try table.putFallback(key, name, of: device) }
        if !uploaded.isWithoutKeysToGive {
            try noted.noteCount(of: device)
            changes.wake(device.userID)
        }
        return areOthers
    }

    @Sendable static func query(_ call: Call) async throws -> any JSONBody {
        guard let asked = call.body["device_keys"]?.object else { throw EndpointError.missing("device_keys") }
        guard asked.count <= maxQueried else { throw EndpointError.tooLarge("device_keys names too many people") }
        var wanted: [String: Set<String>] = [:]
        for (user, devices) in asked {
            guard let devices = devices.array else {
                throw EndpointError.badJSON("device_keys must have lists of devices")
            }
            wanted[user] = Set(devices.compactMap(\.string))
        }
        let reader = try call.user
        return try await call.server.compose(for: reader) { [wanted] database, text in
            try write(wanted, for: reader, database, into: text)
        }.answer
    }

    /// - Parameter wanted: Users with their devices; an empty set means all devices.
    private static func write(
        _ wanted: [String: Set<String>], for reader: String, _ database: Database, into text: ResponseText
    ) throws {
        let signing = CrossSigningTable(database)
        let json = JSONObjectWriter(text)
        try json.add("device_keys") { text in
            let people = JSONObjectWriter(text)
            for (user, devices) in wanted {
                let table = DeviceKeysTable(database)
                // A known user without devices gets an empty entry, unlike an unknown user.
                guard try table.has(keysOf: user) || AccountsTable(database).exists(user) else { continue }
                try people.add(user) { text in
                    let keys = JSONObjectWriter(text)
                    try table.eachKey(of: user, in: devices) { deviceID, json in
                        try keys.add(deviceID, .value(try signing.signed(json, deviceID, of: user, for: reader)))
                    }
                    try keys.end()
                }
            }
            try people.end()
        }
        for usage in CrossSigningUsage.allCases {
            try json.addMembers(usage.queryName) { people in
                for user in wanted.keys where usage != .userSigning || user == reader {
                    guard let key = try signing.key(usage, of: user) else { continue }
                    let name = CrossSigningTable.publicKey(of: key)
                    try people.add(user, .value(try signing.signed(key, name, of: user, for: reader)))
                }
            }
        }
        try json.add("failures", .value(.emptyObject))
        try json.end()
    }

    @Sendable static func changes(_ call: Call) async throws -> JSONValue {
        guard let from = try call.token("from") else { throw EndpointError.missing("from") }
        guard let to = try call.token("to") else { throw EndpointError.missing("to") }
        let user = try call.user
        return try await call.read { try KeyChangesTable($0).lists(for: user, after: from, upTo: to).json }
    }

    @Sendable static func claim(_ call: Call) async throws -> JSONValue {
        guard let asked = call.body["one_time_keys"]?.object else { throw EndpointError.missing("one_time_keys") }
        var wanted: [(device: Caller, algorithm: String)] = []
        for (user, devices) in asked.sorted(by: { $0.key < $1.key }) {
            guard let devices = devices.object else { throw EndpointError.badJSON("one_time_keys must name devices") }
            for (deviceID, algorithm) in devices.sorted(by: { $0.key < $1.key }) {
                guard let algorithm = algorithm.string else {
                    throw EndpointError.badJSON("An algorithm must be a string")
                }
                wanted.append((Caller(userID: user, deviceID: deviceID), algorithm))
            }
        }
        guard wanted.count <= maxClaimed else { throw EndpointError.tooLarge("one_time_keys names too many devices") }
        let claimer = try call.user
        let claimed = try await call.commit { [wanted] changes in
            try claim(wanted, by: claimer, call.server.claims, changes)
        }
        return ["one_time_keys": claimed, "failures": .emptyObject]
    }

    /// - Throws: 429 if there are keys, but this claimer may get none now.
    private static func claim(
        _ wanted: [(device: Caller, algorithm: String)], by claimer: String, _ claims: KeyClaims, _ changes: Changes
    ) throws -> JSONValue {
        var given: [String: [String: JSONValue]] = [:]
        var wait: Double?
        var friends: [String: Bool] = [:]
        let memberships = MembershipsTable(changes.database)
        for (device, algorithm) in wanted {
            let isFriend = try friends[device.userID] ?? memberships.shareRoom(claimer, device.userID)
            friends[device.userID] = isFriend
            let claimed = try claims.claim(
                algorithm, of: device, by: claimer, isFriend: isFriend, OneTimeKeysTable(changes.database))
            if claimed.isLimited { wait = max(wait ?? 0, claims.wait(isFriend: isFriend)) }
            guard let (name, key) = claimed.given else { continue }
            given[device.userID, default: [:]][device.deviceID] = .object([name.text: key])
            // A device with few keys left uploads more.
            try KeyChangesTable(changes.database).noteCount(of: device)
            changes.wake(device.userID)
        }
        if let wait, given.isEmpty { throw EndpointError.limited(seconds: wait) }
        return .object(given.mapValues(JSONValue.object))
    }
}
