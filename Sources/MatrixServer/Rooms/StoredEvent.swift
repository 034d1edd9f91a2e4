import GRDB
import MatrixAPI

/// An event as the server keeps it.
struct StoredEvent: Sendable {
    /// Its place in the server's order of all events.
    let stream: Int64
    let eventID: String
    let room: String
    let type: String
    let stateKey: String?
    let sender: String
    /// Milliseconds since 1970.
    let timestamp: Int64
    let content: JSONValue
    /// The place of the state event that this one replaced.
    var replaces: Int64?
    var redactedBy: String?
    /// The device that sent it, and under which transaction identifier.
    var deviceID: String?
    var transactionID: String?
}

extension StoredEvent {
    /// Whether somebody who ignores these people doesn't get it; what changes the room is told all the same.
    func isHidden(from ignored: Set<String>) -> Bool { stateKey == nil && ignored.contains(sender) }

    init(_ row: Row) {
        stream = row[0]
        eventID = row[1]
        room = row[2]
        type = row[3]
        stateKey = row[4]
        sender = row[5]
        timestamp = row[6]
        content = StoredJSON.parse(row[7])
        replaces = row[8]
        redactedBy = row[9]
        deviceID = row[10]
        transactionID = row[11]
    }
}
