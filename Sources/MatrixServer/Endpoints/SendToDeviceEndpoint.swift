import GRDB
import HTTPTypes
import MatrixAPI

/// `PUT sendToDevice` (client-server API, "Send-to-Device messaging").
enum SendToDeviceEndpoint {
    /// The maximum number of devices in a request, with each `*` expanded. The single writer stores all messages at
    /// once.
    private static let maxDevices = 1_000
    private static let mostBytes = 2 << 20
    /// The maximum size of a message in bytes; a message with a room key has 1,300.
    private static let largest = 64 << 10

    /// The retry delay in seconds when a device's queue is full. The device receives its messages as soon as it is
    /// connected.
    private static let fullWait = 30.0
    /// NOTSPEC: if a device received nothing for this time, in milliseconds, messages beyond a full queue are
    /// dropped and the sender gets no error. Otherwise a lost phone, or a stranger's device, would block everything
    /// that the sender has for others.
    private static let longestRest: Int64 = 3_600_000

    private typealias Message = (user: String, deviceID: String, content: String)

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let type = call.parameter("type")
        let messages = try messages(in: call.body)
        let transaction = try call.transaction
        let areAllKept = try await call.commit { changes in
            try enqueue(messages, type, transaction, call.server, changes)
        }
        // Devices whose queues are not full have their messages, and a retry delivers the remaining ones.
        guard areAllKept else { throw EndpointError.limited(seconds: fullWait) }
        return .emptyObject
    }

    /// - Returns: `false` if a device's queue was full.
    private static func enqueue(
        _ messages: [Message], _ type: String, _ transaction: SentTransaction, _ server: Homeserver, _ changes: Changes
    ) throws -> Bool {
        let table = DeviceMessagesTable(changes.database)
        var wanted: Set<Caller>?
        switch try table.begin(transaction.key, now: Timestamp.now) {
        case .complete: return true
        case .partial(let devices): wanted = devices
        case .first: break
        }
        let addressed = try addressed(messages, changes.database).filter { wanted?.contains($0.device) ?? true }
        let sender = transaction.caller.userID
        try server.writes.consume(
            .deviceMessages, count: addressed.count,
            bytes: addressed.reduce(0) { $0 + $1.content.utf8.count }, of: sender)
        var full: [Caller] = []
        for (device, content) in addressed {
            let isKept = try table.put(content, type, from: sender, to: device, within: server.configuration.limits)
            if isKept {
                changes.wake(device.userID)
            } else if let oldest = try table.oldestTime(for: device), Timestamp.now - oldest < longestRest {
                full.append(device)
            }
        }
        try table.setGaps(full, of: transaction.key)
        return full.isEmpty
    }

    private static func messages(
        in body: JSONValue
    ) throws(EndpointError) -> [Message] {
        guard let users = body["messages"]?.object else { throw EndpointError.missing("messages") }
        var messages: [Message] = []
        for (user, devices) in users.sorted(by: { $0.key < $1.key }) {
            guard let devices = devices.object else { throw EndpointError.badJSON("messages must name devices") }
            for (deviceID, content) in devices.sorted(by: { $0.key < $1.key }) {
                guard content.isObject else { throw EndpointError.badJSON("A message must be an object") }
                let text = content.serializedText
                guard text.utf8.count <= largest else { throw EndpointError.tooLarge("A message is too large") }
                messages.append((user, deviceID, text))
            }
        }
        guard messages.count <= maxDevices else { throw tooMany }
        return messages
    }

    private static let tooMany = EndpointError.tooLarge("messages are too many")

    /// Returns the message for each device. A device that is named gets only its own message, though `*` includes
    /// it as well.
    private static func addressed(
        _ messages: [Message], _ database: Database
    ) throws -> [(device: Caller, content: String)] {
        var addressed: [(device: Caller, content: String)] = []
        var found: Set<Caller> = []
        var bytes = 0
        for isForAll in [false, true] {
            for message in messages where (message.deviceID == "*") == isForAll {
                for device in try devices(message.user, isForAll ? nil : message.deviceID, database)
                where found.insert(device).inserted {
                    addressed.append((device, message.content))
                    bytes += message.content.utf8.count
                }
                guard addressed.count <= maxDevices, bytes <= mostBytes else { throw tooMany }
            }
        }
        return addressed
    }

    /// Returns the named devices that exist. The caller doesn't learn which ones don't.
    private static func devices(_ user: String, _ deviceID: String?, _ database: Database) throws -> [Caller] {
        try DevicesTable(database).identifiers(of: user, deviceID).map { Caller(userID: user, deviceID: $0) }
    }
}
