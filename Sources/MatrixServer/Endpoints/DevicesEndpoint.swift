import GRDB
import MatrixAPI

/// `devices` (client-server API, "Device Management").
enum DevicesEndpoint {
    @Sendable static func list(_ call: Call) async throws -> JSONValue {
        ["devices": .array(try await devices(call))]
    }

    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let device = try await devices(call).first { $0["device_id"]?.string == call.parameter("deviceID") }
        guard let device else { throw EndpointError.notFound("There is no such device") }
        return device
    }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        _ = try await get(call)
        if let name = try call.optionalString("display_name") {
            try ProfileLimit.check(name, "display_name")
            let device = Caller(userID: try call.user, deviceID: call.parameter("deviceID"))
            let isShown = try await call.commit { changes in
                guard try DevicesTable(changes.database).rename(device, to: name),
                    try DeviceKeysTable(changes.database).key(device.deviceID, of: device.userID) != nil
                else { return false }
                // Other users receive the device name with the keys.
                try KeyChangesTable(changes.database).noteDevices(of: device.userID)
                return true
            }
            if isShown { try await call.server.wakePeers(of: device.userID) }
        }
        return .emptyObject
    }

    @Sendable static func delete(_ call: Call) async throws -> JSONValue {
        try await OwnerProof(call: call).check()
        try await call.server.closeSession(Caller(userID: call.user, deviceID: call.parameter("deviceID")))
        return .emptyObject
    }

    @Sendable static func deleteSeveral(_ call: Call) async throws -> JSONValue {
        guard let names = call.body["devices"]?.array?.compactMap(\.string) else {
            throw EndpointError.missing("devices")
        }
        guard names.count <= call.server.configuration.limits.devices else {
            throw EndpointError.tooLarge("devices are too many")
        }
        try await OwnerProof(call: call).check()
        for name in names {
            try await call.server.closeSession(Caller(userID: call.user, deviceID: name))
        }
        return .emptyObject
    }

    private static func devices(_ call: Call) async throws -> [JSONValue] {
        let user = try call.user
        let devices = try await call.read { try DevicesTable($0).devices(of: user) }
        return devices.map { device in
            let seenAt = call.server.lastSeen(Caller(userID: user, deviceID: device.id)) ?? device.seenAt
            // They are optional in the specification, but matrix-nio refuses a device without them. They are never
            // null; addresses are not stored.
            return [
                "device_id": .string(device.id), "display_name": .string(device.name ?? ""), "last_seen_ip": "",
                "last_seen_ts": .integer(seenAt ?? device.madeAt),
            ]
        }
    }
}
