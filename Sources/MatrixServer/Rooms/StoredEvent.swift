import GRDB
import MatrixAPI

/// An event as stored by the server.
struct StoredEvent: Sendable {
    /// Its position in the server's order of all events.
    let stream: Int64
    let eventID: String
    let room: String
    let type: String
    let stateKey: String?
    let sender: String
    /// Milliseconds since 1970.
    let timestamp: Int64
    let content: JSONValue
    /// The position of the state event that this one replaced.
    var replaces: Int64?
    var redactedBy: String?
    /// The device that sent it, and its transaction identifier.
    var deviceID: String?
    var transactionID: String?
    /// Bytes of the content as it is stored; 0 if it is not.
    var size = 0
    /// Whether the content is left out because it is large. The event has to be read again for it.
    var isContentLeftOut = false
}

extension StoredEvent {
    /// Whether it is hidden from a user who ignores these people. State events are never hidden.
    func isHidden(from ignored: Set<String>) -> Bool { stateKey == nil && ignored.contains(sender) }

    init(_ row: Row) { self.init(row, longestContent: .max) }

    /// - Parameter longestContent: The maximum in bytes; a larger content is left out.
    init(_ row: Row, longestContent: Int) {
        stream = row[0]
        eventID = row[1]
        room = row[2]
        type = row[3]
        stateKey = row[4]
        sender = row[5]
        timestamp = row[6]
        let text: String = row[7]
        size = text.utf8.count
        isContentLeftOut = size > longestContent
        content = isContentLeftOut ? .emptyObject : StoredJSON.parse(text)
        replaces = row[8]
        redactedBy = row[9]
        deviceID = row[10]
        transactionID = row[11]
    }
}
