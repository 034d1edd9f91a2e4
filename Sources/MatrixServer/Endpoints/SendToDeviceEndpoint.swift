import GRDB
import HTTPTypes
import MatrixAPI

/// `PUT sendToDevice` (client-server API, "Send-to-Device messaging").
enum SendToDeviceEndpoint {
    /// Of one request: the one writer takes them all at once.
    private static let mostDevices = 1_000

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let type = call.parameter("type")
        let messages = try messages(in: call.body)
        let transaction = SentTransaction(
            caller: caller, scope: "sendToDevice/\(type)", transactionID: call.parameter("transactionID"))
        let limit = call.server.configuration.limits.deviceMessages
        try await call.server.commits.commit { changes in
            let table = DeviceMessagesTable(changes.database)
            guard try table.begin(transaction.key, now: Timestamp.now) else { return }
            for (user, deviceID, content) in messages {
                for device in try devices(user, deviceID, changes.database) {
                    guard try !table.isFull(device, most: limit) else {
                        throw Refusal(
                            .tooManyRequests, .limitExceeded, "Too many messages wait for a device of \(user)")
                    }
                    try table.put(content, type, from: caller.userID, to: device)
                }
                changes.wake(user)
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
                messages.append((user, deviceID, content.serializedText))
            }
        }
        guard messages.count <= mostDevices else { throw Refusal.tooLarge("messages are too many") }
        return messages
    }

    /// Those that there are: nobody is told which others have.
    private static func devices(_ user: String, _ deviceID: String, _ database: Database) throws -> [Caller] {
        try DevicesTable(database).identifiers(of: user, deviceID == "*" ? nil : deviceID)
            .map { Caller(userID: user, deviceID: $0) }
    }
}
