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
    /// Bytes of the content as it is stored; 0 where it is not.
    var size = 0
    /// The content is empty here, since it is large: the event has to be read anew.
    var isContentLeftOut = false
}

extension StoredEvent {
    /// Whether somebody who ignores these people doesn't get it; what changes the room is told all the same.
    func isHidden(from ignored: Set<String>) -> Bool { stateKey == nil && ignored.contains(sender) }

    init(_ row: Row) { self.init(row, longestContent: .max) }

    /// - Parameter longestContent: in bytes; a larger one is left out.
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
