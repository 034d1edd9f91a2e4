import GRDB
import HTTPTypes
import MatrixAPI

/// `room_keys/version` (client-server API, "Server-side key backups").
enum KeyBackupEndpoint {
    /// The maximum in bytes.
    private static let largestAuthData = 16_384

    @Sendable static func make(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let (algorithm, authData) = try description(call)
        let most = call.server.configuration.limits.keyBackups
        let version = try await call.commit { changes in
            let table = KeyBackupTable(changes.database)
            guard try table.totals(of: user).backups < most else {
                throw EndpointError.full("This account has too many backups of keys: remove one")
            }
            return try table.make(algorithm: algorithm, authData: authData, for: user)
        }
        return ["version": .string(String(version))]
    }

    /// Returns the version in the path, or the current one.
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let number = try number(of: call)
        return try await call.read { database in
            let table = KeyBackupTable(database)
            guard let version = try table.version(number, of: user) else { throw missing }
            return [
                "version": .string(String(version.number)), "algorithm": .string(version.algorithm),
                "auth_data": version.authData, "etag": .string(String(version.etag)),
                "count": .integer(version.count),
            ]
        }
    }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let number = try number(of: call)
        let (algorithm, authData) = try description(call)
        if let told = try call.optionalString("version"), told != call.parameter("version") {
            throw EndpointError.invalid("The body names another version")
        }
        try await call.commit { changes in
            let table = KeyBackupTable(changes.database)
            guard let version = try table.version(number, of: user) else { throw missing }
            guard version.algorithm == algorithm else { throw EndpointError.invalid("Its algorithm can't change") }
            try table.setAuthData(authData, of: version.number, for: user)
        }
        return .emptyObject
    }

    @Sendable static func delete(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let number = try number(of: call)
        try await call.commit { changes in
            let table = KeyBackupTable(changes.database)
            guard let number, try table.wasMade(number, of: user) else { throw missing }
            // A repeated deletion changes nothing: the response to the first may have been lost.
            try table.delete(number, of: user)
        }
        return .emptyObject
    }

    static let missing = EndpointError.notFound("There is no such backup")

    private static func number(of call: Call) throws -> Int64? {
        guard let text = call.parameters["version"] else { return nil }
        guard let number = Int64(text) else { throw missing }
        return number
    }

    private static func description(_ call: Call) throws -> (algorithm: String, authData: JSONValue) {
        let algorithm = try call.required("algorithm")
        guard let authData = call.body["auth_data"] else { throw EndpointError.missing("auth_data") }
        guard authData.isObject else { throw EndpointError.badJSON("auth_data must be an object") }
        guard authData.serialized.count <= largestAuthData, algorithm.utf8.count <= 255 else {
            throw EndpointError.tooLarge("auth_data is too large")
        }
        return (algorithm, authData)
    }
}
