package import MatrixAPI

/// Somebody asks to compare keys (client-server API, `m.key.verification.request`).
package struct VerificationRequest: Hashable, Sendable {
    /// What comes from further in the future than this is not looked at, in milliseconds.
    private static let mostAhead: Int64 = 300_000

    package let sender: DeviceAddress
    package let transaction: VerificationTransaction
    /// When it was made, in milliseconds since 1970, as the sender or the server says.
    package let time: Int64
    let methods: [String]

    /// From a device to this one.
    package init(sender: String, content: JSONValue) throws(CryptoError) {
        let id = try content.textMember("transaction_id")
        guard let time = content["timestamp"]?.wholeNumber else { throw .missingMember("timestamp") }
        try self.init(
            sender: sender, content: content, transaction: VerificationTransaction(id: id, isInRoom: false), time: time)
    }

    /// From a person in a room. Refuses what is meant for somebody else.
    ///
    /// - Parameters:
    ///   - content: of an `m.room.message`.
    ///   - time: `origin_server_ts`.
    package init(
        sender: String, content: JSONValue, eventID: String, time: Int64, to userID: String
    ) throws(CryptoError) {
        guard content["msgtype"]?.string == VerificationType.request.rawValue else { throw .missingMember("msgtype") }
        guard try content.textMember("to").utf8.elementsEqual(userID.utf8) else { throw .otherRecipient }
        try self.init(
            sender: sender, content: content, transaction: VerificationTransaction(id: eventID, isInRoom: true),
            time: time)
    }

    private init(
        sender: String, content: JSONValue, transaction: VerificationTransaction, time: Int64
    ) throws(CryptoError) {
        self.sender = DeviceAddress(userID: sender, deviceID: try content.textMember("from_device"))
        guard let methods = content["methods"]?.array else { throw .missingMember("methods") }
        self.methods = methods.compactMap(\.string)
        self.transaction = transaction
        self.time = time
    }

    /// Whether it was made neither long ago nor in the future. Others are not shown to anybody.
    package func isTimely(at now: Int64) -> Bool {
        time > now - VerificationMachine.longest && time <= now + Self.mostAhead
    }

    /// Whether the other side knows a way that we know.
    package var isPossible: Bool { methods.contains(VerificationMachine.method) }

    /// Until when it is shown to a person, in the caller's milliseconds. A clock that is ahead makes nobody wait longer.
    package func deadline(at now: Int64) -> Int64 {
        min(min(time, now) + VerificationMachine.longest, now + VerificationMachine.longestQuestion)
    }

    /// What asks a person in a room. Its verification is named by the event that this becomes.
    ///
    /// - Parameter body: what clients show that know no verification.
    package static func roomContent(from own: DeviceAddress, to userID: String, body: String) -> JSONValue {
        [
            "msgtype": .string(VerificationType.request.rawValue), "body": .string(body),
            "from_device": .string(own.deviceID), "methods": [.string(VerificationMachine.method)],
            "to": .string(userID),
        ]
    }

    static func deviceContent(from own: DeviceAddress, at now: Int64) -> JSONValue {
        [
            "from_device": .string(own.deviceID), "methods": [.string(VerificationMachine.method)],
            "timestamp": .integer(now),
        ]
    }
}
