package import MatrixAPI

/// A verification request (client-server API, `m.key.verification.request`).
package struct VerificationRequest: Hashable, Sendable {
    /// The maximum time in the future, in milliseconds. Requests from later are ignored.
    private static let maxAhead: Int64 = 300_000

    package let sender: DeviceAddress
    package let transaction: VerificationTransaction
    /// The time of the request, in milliseconds since 1970, according to the sender or the server.
    package let time: Int64
    let methods: [String]

    /// Parses a request from a device to this one.
    package init(sender: String, content: JSONValue) throws(CryptoError) {
        let id = try content.textMember("transaction_id")
        guard let time = content["timestamp"]?.wholeNumber else { throw .missingMember("timestamp") }
        try self.init(
            sender: sender, content: content, transaction: VerificationTransaction(id: id, isInRoom: false), time: time)
    }

    /// Parses a request from a person in a room. Throws if it is for somebody else.
    ///
    /// - Parameters:
    ///   - content: the content of an `m.room.message`.
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

    /// Whether it is neither too old nor from the future. Other requests are not shown.
    package func isTimely(at now: Int64) -> Bool {
        time > now - VerificationMachine.longest && time <= now + Self.maxAhead
    }

    /// Whether the other side supports our method.
    package var isPossible: Bool { methods.contains(VerificationMachine.method) }

    /// Returns the time until which it is shown, in milliseconds since 1970. A sender's clock that is ahead doesn't
    /// extend it.
    package func deadline(at now: Int64) -> Int64 {
        min(min(time, now) + VerificationMachine.longest, now + VerificationMachine.longestQuestion)
    }

    /// Returns the content of a request to a person in a room. The event identifier of the request identifies the
    /// verification.
    ///
    /// - Parameter body: the text for clients that don't support verification.
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
