import GRDB
import HTTPTypes
import MatrixAPI

/// `room_keys/keys`, of all rooms, of a room, or of a session (client-server API, "Server-side key backups").
enum BackedUpKeysEndpoint {
    /// The maximum number of keys in a request.
    private static let most = 1_000
    /// The number of keys that are written at a time. It bounds the time for which others' changes wait.
    private static let batch = 20

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let asked = try version(call)
        let keys = try keys(in: call)
        guard keys.count <= most else { throw EndpointError.tooLarge("The keys are too many") }
        var (answer, rest) = (JSONValue.emptyObject, keys[...])
        // If an error or a restart prevents the response, the client uploads all keys again.
        repeat {
            answer = try await write(rest.prefix(batch), to: asked, of: user, call)
            rest = rest.dropFirst(batch)
        } while !rest.isEmpty
        return answer
    }

    private static func write(
        _ keys: ArraySlice<BackedUpKey>, to asked: Int64, of user: String, _ call: Call
    ) async throws -> JSONValue {
        let limit = call.server.configuration.limits.backedUpKeys
        return try await call.commit { changes in
            let table = KeyBackupTable(changes.database)
            guard let current = try table.version(nil, of: user) else { throw KeyBackupEndpoint.missing }
            guard current.number == asked else {
                // Another device began a new backup, and keys that are stored here would be lost.
                let details: [String: JSONValue] = ["current_version": .string(String(current.number))]
                throw EndpointError(
                    .forbidden,
                    body: MatrixError(.wrongRoomKeysVersion, "This backup is not the current one", details: details)
                        .json)
            }
            try table.put(keys, in: asked, of: user)
            guard try table.totals(of: user).keys <= limit else {
                throw EndpointError.full("This account has too many keys in its backups")
            }
            return try state(asked, user, table)
        }
    }

    @Sendable static func get(_ call: Call) async throws -> any JSONBody {
        let user = try call.user
        let (asked, selection) = (try version(call), selection(call))
        return try await call.server.compose(for: user) { database, text in
            let table = KeyBackupTable(database)
            guard try table.version(asked, of: user) != nil else { throw KeyBackupEndpoint.missing }
            if selection.sessionID != nil {
                guard let key = try table.keys(asked, of: user, selection).first else {
                    throw EndpointError.notFound("This key is not in the backup")
                }
                return try text.append(key.data.json)
            }
            if selection.roomID != nil { return try write(table, asked, user, selection, into: text) }
            let json = JSONObjectWriter(text)
            try json.add("rooms") { text in
                let rooms = JSONObjectWriter(text)
                for room in try table.rooms(asked, of: user) {
                    try rooms.add(room) { text in
                        try write(table, asked, user, KeyBackupTable.Selection(roomID: room), into: text)
                    }
                }
                try rooms.end()
            }
            try json.end()
        }.answer
    }

    /// Writes the keys of a room one by one, since a backup has hundreds of thousands.
    private static func write(
        _ table: KeyBackupTable, _ version: Int64, _ user: String, _ selection: KeyBackupTable.Selection,
        into text: ResponseText
    ) throws {
        let json = JSONObjectWriter(text)
        try json.add("sessions") { text in
            let sessions = JSONObjectWriter(text)
            try table.eachKey(version, of: user, selection) { try sessions.add($0.sessionID, .value($0.data.json)) }
            try sessions.end()
        }
        try json.end()
    }

    @Sendable static func delete(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let (asked, selection) = (try version(call), selection(call))
        return try await call.commit { changes in
            let table = KeyBackupTable(changes.database)
            guard try table.version(asked, of: user) != nil else { throw KeyBackupEndpoint.missing }
            try table.delete(selection, in: asked, of: user)
            return try state(asked, user, table)
        }
    }

    private static func state(_ number: Int64, _ user: String, _ table: KeyBackupTable) throws -> JSONValue {
        let version = try table.version(number, of: user)
        return ["count": .integer(version?.count ?? 0), "etag": .string(String(version?.etag ?? 0))]
    }

    private static func version(_ call: Call) throws -> Int64 {
        guard let text = call.target["version"] else { throw EndpointError.missing("version") }
        guard let number = Int64(text) else { throw KeyBackupEndpoint.missing }
        return number
    }

    private static func selection(_ call: Call) -> KeyBackupTable.Selection {
        KeyBackupTable.Selection(
            roomID: call.parameters["backupRoomID"], sessionID: call.parameters["sessionID"])
    }

    private static func keys(in call: Call) throws -> [BackedUpKey] {
        let selection = selection(call)
        if let room = selection.roomID, let session = selection.sessionID {
            return [try BackedUpKey(call.body, room: room, session: session)]
        }
        if let room = selection.roomID { return try keys(in: call.body, room: room) }
        guard let rooms = call.body["rooms"]?.object else { throw EndpointError.missing("rooms") }
        return try rooms.flatMap { try keys(in: $0.value, room: $0.key) }
    }

    private static func keys(in json: JSONValue, room: String) throws -> [BackedUpKey] {
        guard let sessions = json["sessions"]?.object else { throw EndpointError.missing("sessions") }
        return try sessions.map { try BackedUpKey($0.value, room: room, session: $0.key) }
    }
}
