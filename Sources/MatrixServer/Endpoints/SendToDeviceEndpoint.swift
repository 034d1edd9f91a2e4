import GRDB
import HTTPTypes
import MatrixAPI

/// `PUT sendToDevice` (client-server API, "Send-to-Device messaging").
enum SendToDeviceEndpoint {
    /// Of one request, each `*` being all that it stands for: the one writer takes them all at once.
    private static let mostDevices = 1_000
    private static let mostBytes = 2 << 20
    /// Of one message, in bytes; one with a room key has 1,300.
    private static let largest = 64 << 10

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let type = call.parameter("type")
        let messages = try messages(in: call.body)
        let transaction = SentTransaction(
            caller: caller, scope: "sendToDevice/\(type)", transactionID: call.parameter("transactionID"))
        let limits = call.server.configuration.limits
        try call.server.disk.check(leaving: limits.diskReserve)
        try await call.server.commits.commit { changes in
            let table = DeviceMessagesTable(changes.database)
            guard try table.begin(transaction.key, now: Timestamp.now) else { return }
            let addressed = try addressed(messages, changes.database)
            try call.server.writes.take(
                .deviceMessages, count: addressed.count,
                bytes: addressed.reduce(0) { $0 + $1.content.utf8.count }, of: caller.userID)
            for (device, content) in addressed {
                // A device that takes nothing must not stop what is for the others.
                guard try table.put(content, type, from: caller.userID, to: device, within: limits) else { continue }
                changes.wake(device.userID)
            }
        }
        return .emptyObject
    }

    private static func messages(
        in body: JSONValue
    ) throws(Refusal) -> [(user: String, deviceID: String, content: String)] {
        guard let users = body["messages"]?.object else { throw Refusal.missing("messages") }
        var messages: [(user: String, deviceID: String, content: String)] = []
        for (user, devices) in users.sorted(by: { $0.key < $1.key }) {
            guard let devices = devices.object else { throw Refusal.badJSON("messages must name devices") }
            for (deviceID, content) in devices.sorted(by: { $0.key < $1.key }) {
                guard content.object != nil else { throw Refusal.badJSON("A message must be an object") }
                let text = content.serializedText
                guard text.utf8.count <= largest else { throw Refusal.tooLarge("A message is too large") }
                messages.append((user, deviceID, text))
            }
        }
        guard messages.count <= mostDevices else { throw tooMany }
        return messages
    }

    private static let tooMany = Refusal.tooLarge("messages are too many")

    /// Which devices get what. One that is named gets what is for it alone, though `*` stands for it as well.
    private static func addressed(
        _ messages: [(user: String, deviceID: String, content: String)], _ database: Database
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
                guard addressed.count <= mostDevices, bytes <= mostBytes else { throw tooMany }
            }
        }
        return addressed
    }

    /// Those that there are: nobody is told which others have.
    private static func devices(_ user: String, _ deviceID: String?, _ database: Database) throws -> [Caller] {
        try DevicesTable(database).identifiers(of: user, deviceID).map { Caller(userID: user, deviceID: $0) }
    }
}
